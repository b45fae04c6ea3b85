import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFakeWorkers } from '../../../test/harness/fake-workers.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { WorkerClient, type WorkerClientOptions } from './worker-client.ts'

interface Api {
  run(text: string): Promise<string>
}

/**
 * Creates a client with 5 s for waiting, 10 s for execution and 3 waiting calls, and workers that
 * answer on demand.
 */
function openClient(options: Partial<WorkerClientOptions> = {}) {
  const clock = createManualClock(0)
  const { workers, start } = createFakeWorkers()
  const limits = { waitMs: 5_000, executionMs: 10_000, waitingMax: 3 }
  const client = new WorkerClient<Api, number>({
    name: 'The store',
    clock,
    start,
    ...limits,
    ...options,
  })
  const run = (text: string) => client.call('run', [text])
  const reply = (result: string) => workers.at(-1)?.reply({ result })
  const textsOf = (worker: number) => workers[worker]?.calls.map(({ args }) => args[0])
  return { clock, workers, client, run, reply, textsOf }
}

describe('the client of a worker', () => {
  it('rejects a call that waits too long, without affecting the worker and its call', async () => {
    const { clock, workers, client, run, reply, textsOf } = openClient()
    const slow = run('slow')
    clock.advance(1_000)
    const waiting = run('waiting')
    clock.advance(5_000)
    await assert.rejects(waiting, /The store was busy with other tasks for 5000 ms/)
    const last = run('last')
    clock.advance(3_999)
    reply('slowly')
    assert.equal(await slow, 'slowly')
    // The execution deadline has only just started.
    clock.advance(9_999)
    reply('done')
    assert.equal(await last, 'done')
    assert.deepEqual(textsOf(0), ['slow', 'last'])
    assert.deepEqual(
      workers[0]?.calls.map(({ nowMs }) => nowMs),
      [0, 9_999],
      'the time when it is sent',
    )
    assert.deepEqual([workers.length, workers[0].ended], [1, undefined])
    await client.close()
    assert.equal(clock.pending, 0)
  })

  it('terminates a worker that executes one call for too long, and runs waiting calls on another', async () => {
    const { clock, workers, client, run, reply, textsOf } = openClient()
    const hung = run('hung')
    clock.advance(9_999)
    const next = run('next')
    clock.advance(1)
    await assert.rejects(hung, /The store did not answer within 10000 ms/)
    assert.equal(workers[0]?.ended, 'terminated')
    assert.deepEqual(textsOf(1), ['next'])
    // Later messages of the terminated worker are ignored.
    workers[0].reply({ result: 'late' })
    workers[0].exit(1)
    reply('done')
    assert.equal(await next, 'done')
    await client.close()
    assert.equal(clock.pending, 0)
  })

  it('does not count a slow start as execution, and terminates a worker that does not start', async () => {
    const { workers, start } = createFakeWorkers(undefined, { isSlow: true })
    const { clock, client, run, reply } = openClient({ start })
    const first = run('first')
    clock.advance(14_999)
    workers[0]?.reply({ isStarted: true })
    clock.advance(9_999)
    workers[0]?.reply({ result: 'done' })
    assert.equal(await first, 'done')
    const hung = run('hung')
    clock.advance(10_000)
    await assert.rejects(hung, /The store did not answer within 10000 ms/)
    const unstarted = run('unstarted')
    clock.advance(15_000)
    await assert.rejects(unstarted, /The store did not start within 15000 ms/)
    assert.deepEqual(
      workers.map(({ ended }) => ended),
      ['terminated', 'terminated'],
    )
    reply('late')
    await client.close()
    assert.equal(clock.pending, 0)
  })

  it('rejects calls when it is full, and when it is closed', async () => {
    const { client, run } = openClient()
    const calls = ['executed', 'one', 'two', 'three'].map((text) => run(text))
    await assert.rejects(run('four'), /The queue is full \(3 waiting\)/)
    const settled = Promise.allSettled(calls)
    await client.close()
    await client.close()
    assert.deepEqual(
      (await settled).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status)),
      [
        'Error: The store: the worker has ended (0).',
        ...Array(3).fill('Error: The store is closed.'),
      ],
    )
    await assert.rejects(run('late'), /is closed/)
  })

  it('rejects a call whose worker cannot be started, and retries with the next call', async () => {
    let attempts = 0
    const start = () => {
      attempts += 1
      throw new Error('No thread is left.')
    }
    const { clock, client, run } = openClient({ start })
    for (const text of ['one', 'two']) await assert.rejects(run(text), /No thread is left/)
    assert.equal(attempts, 2)
    await client.close()
    assert.equal(clock.pending, 0)
  })

  it('replaces a worker that has exited, or uses too much memory after a call', async () => {
    const { workers, client, run } = openClient({ memoryMax: 100 })
    const first = run('first')
    workers[0]?.exit('SIGSEGV')
    await assert.rejects(first, /The store: the worker has ended \(SIGSEGV\)/)
    const second = run('second')
    workers[1]?.reply({ result: 'small', memoryBytes: 100 })
    assert.equal(await second, 'small')
    const [third, waiting] = [run('third'), run('waiting')]
    workers[1]?.reply({ result: 'large', memoryBytes: 101 })
    assert.equal(await third, 'large')
    workers[2]?.reply({ result: 'elsewhere' })
    assert.equal(await waiting, 'elsewhere')
    assert.deepEqual(
      workers.map(({ ended }) => ended),
      [undefined, 'closed', undefined],
    )
    await client.close()
  })

  it('passes on the events of the running call', async () => {
    const { workers, client } = openClient()
    const events: number[] = []
    const call = client.call('run', ['text'], { onEvent: (event) => events.push(event) })
    for (const event of [1, 2]) workers[0]?.reply({ event })
    workers[0]?.reply({ result: 'done' })
    workers[0]?.reply({ event: 3 })
    assert.equal(await call, 'done')
    assert.deepEqual(events, [1, 2])
    await client.close()
  })

  it('has no deadline without one, and ends at once when it is terminated', async () => {
    const { clock, workers, client, run } = openClient()
    const unlimited = openClient({ waitMs: undefined, executionMs: undefined } as object)
    const calls = [unlimited.run('long'), unlimited.run('waiting')]
    unlimited.clock.advance(86_400_000)
    assert.equal(unlimited.clock.pending, 0)
    const settled = Promise.allSettled(calls)
    unlimited.client.terminate()
    assert.deepEqual(
      (await settled).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status)),
      ['Error: The store was terminated.', 'Error: The store is closed.'],
    )
    assert.equal(unlimited.workers[0]?.ended, 'terminated')
    const running = run('running')
    client.terminate()
    await assert.rejects(running, /was terminated/)
    assert.deepEqual([workers[0]?.ended, clock.pending], ['terminated', 0])
  })
})
