import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import type { HistoryStore } from '../../history-store.ts'
import type { ServiceError } from '../../../platform/http/errors/service-error.ts'
import { startHistoryThread } from './history-thread.ts'
import { openQueryWorker, openHistoryWorker } from './history-worker.ts'

const folder = temporaryFolder()
const board = { region: 'jp', kind: 'event', id: '1' } as const
let files = 0

/** A handler module that reads the store, returns the time, rejects or throws. */
const ANSWERS = `
  import { notFound } from '${new URL('../../../platform/http/errors/service-error.ts', import.meta.url).href}'
  import { Transfer } from '${new URL('../../../platform/workers/serve-calls.ts', import.meta.url).href}'
  export const createAnswer = (store, clock, settings) => async (question) => {
    if (question === 'refused') throw notFound('Not here.')
    if (question === 'broken') throw new Error('The module is broken.')
    const bytes = new Uint8Array([1, 2 + (await store.newestLive())])
    return new Transfer({ bytes, nowMs: clock.nowMs(), settings }, [bytes.buffer])
  }`

/** Opens a history whose threads the test controls. */
function openOne() {
  const clock = createManualClock(1_000)
  const path = join(folder, `${(files += 1)}.db`)
  const threads: Worker[] = []
  const store = openHistoryWorker(path, clock, (file) => {
    const thread = startHistoryThread(file)
    threads.push(thread as Worker)
    return thread
  })
  return { clock, path, threads, store }
}

async function leaseOf(store: HistoryStore) {
  const lease = await store.acquireLease('me', 1_000)
  assert.ok(lease !== undefined)
  return lease
}

const failsBecause = (why: RegExp) => (error: ServiceError) => {
  assert.equal(error.code, 'unavailable')
  assert.match((error.cause as Error).message, why)
  return true
}

describe('history worker', () => {
  it('starts a thread on first use, and only once', async () => {
    const { threads, store } = openOne()
    assert.equal(threads.length, 0)
    await Promise.all([store.watches(), store.newestLive()])
    await store.snapshot(board)
    assert.equal(threads.length, 1)
    await store.close()
  })

  it('replaces a thread that exited: the running call fails, waiting calls are answered', async () => {
    const { path, threads, store } = openOne()
    await store.releaseLease(await leaseOf(store))
    const blocker = new DatabaseSync(path)
    blocker.exec('BEGIN IMMEDIATE')
    const [first, second] = [store.acquireLease('me', 1_000), store.acquireLease('me', 1_000)]
    const gone = threads[0]?.terminate()
    blocker.close()
    await gone
    await assert.rejects(first, failsBecause(/has ended/))
    assert.ok((await second) !== undefined)
    assert.equal(threads.length, 2)
    await store.close()
  })

  it('replaces a thread when a write takes too long, without failing reads or waiting writes', async () => {
    const { clock, path, threads, store } = openOne()
    await store.releaseLease(await leaseOf(store))
    const blocker = new DatabaseSync(path)
    blocker.exec('BEGIN IMMEDIATE')
    const blocked = store.acquireLease('me', 1_000)
    // The read thread starts only now and answers; so do all calls behind a blocked write.
    for (let waitedMs = 0; waitedMs < 9_000; waitedMs += 3_000) {
      assert.equal(await store.newestLive(), 0)
      assert.deepEqual(await store.watches(), [])
      clock.advance(3_000)
    }
    const waiting = store.acquireLease('me', 1_000)
    clock.advance(1_000)
    await assert.rejects(blocked, failsBecause(/did not answer within 10000 ms/))
    assert.equal(await store.newestLive(), 0)
    // In another thread, it starts with its full time.
    clock.advance(9_999)
    blocker.close()
    assert.ok((await waiting) !== undefined)
    assert.equal(threads.length, 3)
    await store.close()
    assert.equal(clock.pending, 0)
  })

  it('rejects calls when the queue is full', async () => {
    const { store } = openOne()
    await store.newestLive()
    const reads = Array.from({ length: 257 }, () => store.newestLive())
    await assert.rejects(store.newestLive(), failsBecause(/The queue is full \(256 waiting\)/))
    await Promise.all(reads)
    await store.close()
  })

  it('retries loading the handler module after a failure', async () => {
    const file = join(folder, 'answers.mjs')
    const { store, query: ask } = openQueryWorker(
      {
        path: join(folder, 'late.db'),
        queryHandler: { module: pathToFileURL(file).href, options: '' },
      },
      createManualClock(1_000),
    )
    await assert.rejects(ask('bytes'), failsBecause(/Cannot find module/))
    writeFileSync(file, ANSWERS)
    assert.deepEqual(((await ask('bytes')) as { bytes: Uint8Array }).bytes, new Uint8Array([1, 2]))
    await store.close()
  })

  it('reports why the file is unusable, and retries', async () => {
    const { path, store } = openOne()
    const database = new DatabaseSync(path)
    database.exec('create table history_boards (id integer)')
    await assert.rejects(store.newestLive(), failsBecause(/already exists/))
    database.exec('drop table history_boards')
    database.close()
    assert.equal(await store.newestLive(), 0)
    await store.close()
  })

  it('answers queries with the given module, in order with reads', async () => {
    const path = join(folder, 'asked.db')
    const module = `data:text/javascript,${encodeURIComponent(ANSWERS)}`
    const clock = createManualClock(1_000)
    const { store, query: ask } = openQueryWorker(
      { path, queryHandler: { module, options: 'given' } },
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

  it('rejects queries without a handler module', async () => {
    const { store, query: ask } = openQueryWorker(
      { path: join(folder, 'unasked.db') },
      createManualClock(1_000),
    )
    await assert.rejects(ask('bytes'), failsBecause(/no query handler/))
    assert.equal(await store.newestLive(), 0)
    await store.close()
  })

  it('rejects waiting and later calls when closed', async () => {
    const { threads, store } = openOne()
    await store.newestLive()
    const exited = once(threads[0] as Worker, 'exit')
    const [, waiting] = [store.newestLive(), store.newestLive()]
    const refused = assert.rejects(waiting, failsBecause(/is closed/))
    await store.close()
    await Promise.all([refused, exited, store.close()])
    await assert.rejects(store.newestLive(), failsBecause(/is closed/))
  })

  it('does not keep the process alive', async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'history-worker.ts'))
    const script = `
      const { openHistoryWorker } = await import(${module})
      const clock = { nowMs: Date.now, after: (ms, call) => { const timer = setTimeout(call, ms); return () => clearTimeout(timer) } }
      const store = openHistoryWorker(${JSON.stringify(join(folder, 'left.db'))}, clock)
      console.log(await store.newestLive())`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      { timeout: 20_000 },
    )
    assert.equal(stdout, '0\n')
  })
})
