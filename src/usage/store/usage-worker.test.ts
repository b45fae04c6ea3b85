import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFakeWorkers } from '../../../test/harness/fake-workers.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { openUsageWorker } from './usage-worker.ts'

const FLUSH = { process: 'p', sequence: 1, rows: [], page: undefined }
const SECONDS = 1_000

/** Creates a store whose threads answer immediately, or never for some methods. */
function scene(unanswered: readonly string[] = []) {
  const clock = createManualClock(0)
  const { workers: threads, start } = createFakeWorkers(({ name }) =>
    unanswered.includes(name) ? undefined : { result: true },
  )
  return { clock, threads, store: openUsageWorker('nowhere', clock, start) }
}

describe('usage in worker threads', () => {
  it('is added during a query, also when the query exceeds its deadline', async () => {
    const { clock, store, threads } = scene(['sums'])
    const query = store.sums({ fromHour: 0, toHour: 1, by: [] })
    assert.equal(await store.add(FLUSH, 1), true)
    clock.advance(10 * SECONDS)
    await assert.rejects(query, /did not answer within 10000 ms/)
    assert.equal(await store.add(FLUSH, 1), true)
    assert.deepEqual(
      threads.map(({ ended }) => ended),
      ['terminated', undefined],
    )
    await store.close()
  })

  it('ends a thread after a minute without calls', async () => {
    const { clock, store, threads } = scene()
    await store.add(FLUSH, 1)
    clock.advance(59 * SECONDS)
    await store.add(FLUSH, 1)
    clock.advance(59 * SECONDS)
    assert.deepEqual([threads.length, threads[0]?.ended], [1, undefined])
    clock.advance(2 * SECONDS)
    assert.equal(threads[0]?.ended, 'closed')
    assert.equal(await store.add(FLUSH, 1), true)
    assert.equal(threads.length, 2)
    await store.close()
    assert.equal(threads[1]?.ended, 'closed')
  })
})
