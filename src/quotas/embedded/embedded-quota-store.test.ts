import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { quotaStoreContract } from '../../../test/contract/quota-store-contract.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { QuotaStore } from '../quota.ts'
import { createEmbeddedQuotaStore } from './embedded-quota-store.ts'

const folder = temporaryFolder()
const LIMITS = { minute: 10, day: 20, concurrency: 5 }
const START = Date.parse('2026-03-01T12:00:10.000Z')
let fileCount = 0
const NO_EVENTS = { onDropped: () => assert.fail(), onSyncFailed: () => assert.fail() }

const newFile = () => join(folder, `quota-${(fileCount += 1)}.bin`)

quotaStoreContract('embedded', () => {
  const clock = createManualClock(0)
  const store = createEmbeddedQuotaStore({ path: newFile(), clock, ...NO_EVENTS })
  return Promise.resolve({ store, nowMs: clock.nowMs, setNow: clock.setWall })
})

describe('the embedded quota store', () => {
  const open = (path: string, dropped: number[] = [], clock = createManualClock(START)) =>
    createEmbeddedQuotaStore({ path, clock, ...NO_EVENTS, onDropped: (slot) => dropped.push(slot) })
  const used = async (store: QuotaStore, developer: string) =>
    (await store.read(developer, LIMITS)).used

  it('writes every charge before it answers, and frees the slots of a killed process', async () => {
    const path = newFile()
    const first = open(path)
    for (const lease of ['a', 'b', 'c']) await first.take('dev', LIMITS, lease)
    await first.take('other', LIMITS, 'd')
    // Left open, as by a killed process.
    const second = open(path)
    assert.deepEqual(await used(second, 'dev'), { minute: 3, day: 3, concurrency: 0 })
    assert.deepEqual(await used(second, 'other'), { minute: 1, day: 1, concurrency: 0 })
    await second.close()
    await first.close()
  })

  it('continues counting in the same slot after a restart', async () => {
    const path = newFile()
    for (let round = 0; round < 5; round += 1) {
      const store = open(path)
      await store.take('dev', LIMITS, `lease ${round}`)
      await store.close()
    }
    const store = open(path)
    assert.equal((await used(store, 'dev')).day, 5)
    await store.close()
    assert.equal(readFileSync(path).length, 64)
  })

  it('reports a damaged slot, resets its developer and retains the others', async () => {
    const path = newFile()
    const store = open(path)
    for (const developer of ['one', 'two', 'three']) await store.take(developer, LIMITS, developer)
    await store.close()
    const bytes = readFileSync(path)
    bytes[64 + 36] = (bytes[64 + 36] ?? 0) + 1
    writeFileSync(path, bytes)
    const dropped: number[] = []
    const reopened = open(path, dropped)
    assert.deepEqual(dropped, [1])
    assert.deepEqual([(await used(reopened, 'one')).day, (await used(reopened, 'two')).day], [1, 0])
    await reopened.take('four', LIMITS, 'x')
    await reopened.close()
    assert.equal(readFileSync(path).length, 3 * 64, 'the damaged slot is used again')
  })

  it('reports a truncated last slot and retains the others', async () => {
    const path = newFile()
    const store = open(path)
    for (const developer of ['one', 'two']) await store.take(developer, LIMITS, developer)
    await store.close()
    writeFileSync(path, readFileSync(path).subarray(0, 64 + 40))
    const dropped: number[] = []
    const reopened = open(path, dropped)
    assert.deepEqual(dropped, [1])
    assert.deepEqual([(await used(reopened, 'one')).day, (await used(reopened, 'two')).day], [1, 0])
    await reopened.close()
  })

  it('writes all admissions of one event-loop iteration before it answers any of them', async () => {
    const path = newFile()
    const first = open(path)
    const attempts = ['a', 'b', 'c', 'c'].map(async (lease) => first.take('dev', LIMITS, lease))
    assert.equal(readFileSync(path).length, 0)
    await Promise.race(attempts)
    const second = open(path)
    assert.deepEqual(await used(second, 'dev'), { minute: 3, day: 3, concurrency: 0 })
    assert.deepEqual(
      (await Promise.all(attempts)).map(({ state }) => state.used.day),
      [1, 2, 3, 3],
    )
    await second.close()
    await first.close()
  })

  it('writes pending admissions before it closes', async () => {
    const path = newFile()
    const first = open(path)
    const attempts = first.take('dev', LIMITS, 'a')
    await first.close()
    const second = open(path)
    assert.equal((await used(second, 'dev')).day, 1)
    assert.equal((await attempts).state.used.day, 1)
    await second.close()
  })

  it('rejects and does not count attempts whose charge cannot be written', async () => {
    const store = open(newFile())
    await store.take('dev', LIMITS, 'a')
    await store.close()
    const take = async (developer: string, lease: string) => store.take(developer, LIMITS, lease)
    const attempts = ['b', 'c', 'c'].map((lease) => take('dev', lease))
    const outcomes = await Promise.allSettled([...attempts, take('other', 'd')])
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']))
    assert.deepEqual(await used(store, 'dev'), { minute: 1, day: 1, concurrency: 1 })
    assert.deepEqual(await used(store, 'other'), { minute: 0, day: 0, concurrency: 0 })
  })

  it('does not report limits exceeded by charges that cannot be written', async () => {
    const store = open(newFile())
    const limits = { minute: 2, day: 20, concurrency: 5 }
    await store.take('dev', limits, 'a')
    await store.close()
    const outcomes = await Promise.allSettled(
      ['b', 'c', 'd'].map(async (lease) => store.take('dev', limits, lease)),
    )
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']))
    assert.deepEqual(await used(store, 'dev'), { minute: 1, day: 1, concurrency: 1 })
  })

  it('leaves no timer after it is closed', async () => {
    const clock = createManualClock(START)
    const store = open(newFile(), [], clock)
    clock.advance(5_000)
    await store.close()
    assert.equal(clock.pending, 0)
  })
})
