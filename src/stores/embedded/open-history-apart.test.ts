import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { ServiceError } from '../../domain/service-error.ts'
import { startHistoryThread } from './history-thread.ts'
import { openAnsweringApart, openHistoryApart } from './open-history-apart.ts'

const folder = temporaryFolder()
const board = { region: 'jp', kind: 'event', id: '1' } as const
let files = 0

/** A module that answers: it asks the store, tells the time, refuses, and breaks. */
const ANSWERS = `
  import { notFound } from '${new URL('../../domain/service-error.ts', import.meta.url).href}'
  export const createAnswer = (store, clock, settings) => async (question) => {
    if (question === 'refused') throw notFound('Not here.')
    if (question === 'broken') throw new Error('The module is broken.')
    const bytes = new Uint8Array([1, 2 + (await store.newestLive())])
    return { result: { bytes, nowMs: clock.nowMs(), settings }, buffers: [bytes.buffer] }
  }`

/** A history of its own, whose threads the test can reach. */
function openOne() {
  const clock = createManualClock(1_000)
  const path = join(folder, `${(files += 1)}.db`)
  const threads: Worker[] = []
  const store = openHistoryApart(path, clock, (file) => {
    const thread = startHistoryThread(file)
    threads.push(thread)
    return thread
  })
  return { clock, path, threads, store }
}

const failsBecause = (why: RegExp) => (error: ServiceError) => {
  assert.equal(error.code, 'unavailable')
  assert.match((error.cause as Error).message, why)
  return true
}

describe('the thread of the history', () => {
  it('is started when something is first asked, and once', async () => {
    const { threads, store } = openOne()
    assert.equal(threads.length, 0)
    await Promise.all([store.watches(), store.newestLive()])
    await store.snapshot(board)
    assert.equal(threads.length, 1)
    await store.close()
  })

  it('is started anew when it dies: what was under way has failed, what waited is answered', async () => {
    const { path, threads, store } = openOne()
    await store.newestLive()
    const blocker = new DatabaseSync(path)
    blocker.exec('BEGIN IMMEDIATE')
    const [first, second] = [store.holdLease('me', 1_000), store.newestLive()]
    const gone = threads[0]?.terminate()
    blocker.close()
    await gone
    await assert.rejects(first, failsBecause(/has ended/))
    assert.equal(await second, 0)
    assert.equal(threads.length, 2)
    await store.close()
  })

  it('is ended and started anew when it gives no answer in time', async () => {
    const { clock, path, threads, store } = openOne()
    await store.newestLive()
    const blocker = new DatabaseSync(path)
    blocker.exec('BEGIN IMMEDIATE')
    const blocked = store.holdLease('me', 1_000)
    const waiting = store.newestLive()
    clock.advance(5_000)
    await assert.rejects(waiting, failsBecause(/no answer in 5000 ms/))
    clock.advance(5_000)
    await assert.rejects(blocked, failsBecause(/no answer in 10000 ms/))
    blocker.close()
    // Whether a call that was given up was done all the same, nobody knows; the lease is this holder's either way.
    assert.ok((await store.holdLease('me', 1_000)) !== undefined)
    assert.equal(threads.length, 2)
    await store.close()
    assert.equal(clock.pending, 0)
  })

  it('does what writes before what reads, and refuses reads when too many wait', async () => {
    const { store } = openOne()
    await store.newestLive()
    const order: string[] = []
    const reads = Array.from({ length: 257 }, async () => {
      await store.newestLive()
      order.push('read')
    })
    const write = store.putWatch({
      board,
      ranks: [1],
      cadenceMs: 1_000,
      fromMs: undefined,
      untilMs: undefined,
      paused: false,
      origin: 'operator',
    })
    await assert.rejects(store.newestLive(), failsBecause(/Too many wait/))
    await write.then(() => order.push('write'))
    await Promise.all(reads)
    assert.deepEqual(order.slice(0, 3), ['read', 'write', 'read'])
    await store.close()
  })

  it('says why the file cannot be used, and is tried again', async () => {
    const { path, store } = openOne()
    const database = new DatabaseSync(path)
    database.exec('create table history_boards (id integer)')
    await assert.rejects(store.newestLive(), failsBecause(/already exists/))
    database.exec('drop table history_boards')
    database.close()
    assert.equal(await store.newestLive(), 0)
    await store.close()
  })

  it('answers questions by the module that it is given, in line with what is read', async () => {
    const path = join(folder, 'asked.db')
    const module = `data:text/javascript,${encodeURIComponent(ANSWERS)}`
    const clock = createManualClock(1_000)
    const { store, ask } = openAnsweringApart(
      { path, answering: { module, settings: 'given' } },
      clock,
    )
    clock.advance(500)
    const order: string[] = []
    const [answer] = await Promise.all([
      ask('bytes').finally(() => order.push('question')),
      store.newestLive().then(() => order.push('read')),
    ])
    assert.deepEqual(answer, { bytes: new Uint8Array([1, 2]), nowMs: 1_500, settings: 'given' })
    assert.deepEqual(order, ['question', 'read'])
    await assert.rejects(ask('refused'), { code: 'not_found', message: 'Not here.' })
    await assert.rejects(ask('broken'), failsBecause(/is broken/))
    assert.equal(await store.newestLive(), 0)
    await store.close()
    await assert.rejects(ask('bytes'), failsBecause(/is closed/))
  })

  it('says that it cannot answer questions where it was given no module', async () => {
    const { store, ask } = openAnsweringApart(
      { path: join(folder, 'unasked.db') },
      createManualClock(1_000),
    )
    await assert.rejects(ask('bytes'), failsBecause(/answers no questions/))
    assert.equal(await store.newestLive(), 0)
    await store.close()
  })

  it('ends when it is closed, and refuses what waits and what comes behind', async () => {
    const { threads, store } = openOne()
    await store.newestLive()
    const exited = once(threads[0] as Worker, 'exit')
    const [, waiting] = [store.newestLive(), store.newestLive()]
    const refused = assert.rejects(waiting, failsBecause(/is closed/))
    await store.close()
    await Promise.all([refused, exited, store.close()])
    await assert.rejects(store.newestLive(), failsBecause(/is closed/))
  })

  it('does not keep a process alive that forgets to close it', async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'open-history-apart.ts'))
    const script = `
      const { openHistoryApart } = await import(${module})
      const clock = { nowMs: Date.now, after: (ms, call) => { const timer = setTimeout(call, ms); return () => clearTimeout(timer) } }
      const store = openHistoryApart(${JSON.stringify(join(folder, 'left.db'))}, clock)
      console.log(await store.newestLive())`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      { timeout: 20_000 },
    )
    assert.equal(stdout, '0\n')
  })
})
