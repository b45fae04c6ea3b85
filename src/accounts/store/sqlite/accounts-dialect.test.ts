import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { systemClock } from '../../../platform/time/system-clock.ts'
import { isPassing } from '../../../platform/sql/database-failure.ts'
import type { AccountDatabase } from '../schema.ts'
import { openAccounts } from './open-sqlite-accounts.ts'

const folder = temporaryFolder()

/** Starts another process that holds the write lock until it is released. */
function lockedBy(path: string) {
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  return () => {
    holder.exec('COMMIT')
    holder.close()
  }
}

const insert = (database: AccountDatabase, name: string) =>
  database.insertInto('developers').values({ id: name, name, created_at_ms: 1 }).execute()
const names = async (database: AccountDatabase) => {
  const rows = await database.selectFrom('developers').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

describe('the accounts file while another process writes', () => {
  it('is readable at once, and a write waits without blocking the thread', async () => {
    const path = join(folder, 'waits.db')
    const { database, close } = await openAccounts(path, systemClock)
    await insert(database, 'before')
    const unlock = lockedBy(path)
    const statement = insert(database, 'statement')
    const transaction = database.transaction().execute((inner) => insert(inner, 'transaction'))
    const startMs = performance.now()
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => void setImmediate(resolve))
      assert.deepEqual(await names(database), ['before'])
    }
    // Guards against the driver sleeping for up to 5 s inside the first write.
    assert.ok(performance.now() - startMs < 2_000, 'the thread was blocked')
    unlock()
    await Promise.all([statement, transaction])
    assert.deepEqual(await names(database), ['before', 'statement', 'transaction'])
    await close()
  })

  it('fails a write after five seconds with a temporary error', async () => {
    const path = join(folder, 'gives-up.db')
    const clock = createManualClock(0)
    const { database, close } = await openAccounts(path, clock)
    const unlock = lockedBy(path)
    const failure = insert(database, 'late').then(
      () => assert.fail(),
      (error: unknown) => error,
    )
    const state = { isOver: false }
    void failure.then(() => (state.isOver = true))
    while (!state.isOver) {
      clock.advance(100)
      await new Promise((resolve) => void setImmediate(resolve))
    }
    assert.ok(isPassing(await failure))
    assert.ok(clock.monotonicMs() >= 5_000 && clock.monotonicMs() < 6_000, 'not after 5 s')
    unlock()
    await insert(database, 'again')
    assert.deepEqual(await names(database), ['again'])
    await close()
  })

  it('queues at most 256 writes', async () => {
    const path = join(folder, 'queue.db')
    const { database, close } = await openAccounts(path, systemClock)
    const unlock = lockedBy(path)
    const writes = Array.from({ length: 300 }, (_, at) =>
      insert(database, `name ${at}`).then(
        () => 'written',
        (error: unknown) => (isPassing(error) ? 'refused' : 'failed'),
      ),
    )
    await new Promise((resolve) => void setImmediate(resolve))
    unlock()
    const ends = Map.groupBy(await Promise.all(writes), (end) => end)
    // One write runs and 256 wait.
    assert.equal(ends.get('written')?.length, 257)
    assert.equal(ends.get('refused')?.length, 43)
    await close()
  })

  it('serializes transactions that read and then write: no change is lost', async () => {
    const path = join(folder, 'isolated.db')
    const first = await openAccounts(path, systemClock)
    const open = [first, await openAccounts(path, systemClock)]
    await insert(first.database, 'counter')
    const increment = ({ database }: { readonly database: AccountDatabase }) =>
      database.transaction().execute(async (inner) => {
        const { created_at_ms: count } = await inner
          .selectFrom('developers')
          .select('created_at_ms')
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow()
        await new Promise((resolve) => void setImmediate(resolve))
        await inner
          .updateTable('developers')
          .set({ created_at_ms: count + 1 })
          .execute()
      })
    await Promise.all(open.flatMap((one) => Array.from({ length: 20 }, () => increment(one))))
    const row = await first.database
      .selectFrom('developers')
      .select('created_at_ms')
      .executeTakeFirstOrThrow()
    assert.equal(row.created_at_ms, 41)
    await Promise.all(open.map(({ close }) => close()))
  })
})
