import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { Observation } from '../telemetry/observations.ts'
import { supervise, type Worker } from './supervisor.ts'

const ORIGIN = 'http://127.0.0.1:8787'

interface FakeWorker extends Worker {
  readonly nth: number
  readonly givenOrigin: string | undefined
  readonly told: string[]
  /** Whether it answers snapshots. */
  talks: boolean
  serve(): void
  fail(error: Error): void
  end(how: string): void
}

function createFakes() {
  const workers: FakeWorker[] = []
  const start = (nth: number, givenOrigin: string | undefined): Worker => {
    const ready = Promise.withResolvers<string>()
    const ended = Promise.withResolvers<string>()
    const told: string[] = []
    const worker: FakeWorker = {
      nth,
      givenOrigin,
      told,
      talks: true,
      snapshot: async () => (worker.talks ? {} : undefined),
      ready: ready.promise,
      ended: ended.promise,
      stop: () => void told.push('stop'),
      kill: () => {
        told.push('kill')
        ended.resolve('SIGKILL')
      },
      serve: () => ready.resolve(ORIGIN),
      fail: (error) => ready.reject(error),
      end: (how) => ended.resolve(how),
    }
    workers.push(worker)
    return worker
  }
  return { workers, start }
}

async function startTwo() {
  const { workers, start } = createFakes()
  const clock = createManualClock(0)
  const observations: Observation[] = []
  const supervisor = supervise({
    count: 2,
    start,
    clock,
    observe: (observation) => void observations.push(observation),
    stopMs: 15_000,
  })
  workers[0]?.serve()
  await turns()
  workers[1]?.serve()
  return { workers, clock, observations, supervisor: await supervisor }
}

describe('a supervisor', () => {
  it('starts the others when the first one serves, on its address', async () => {
    const { workers, start } = createFakes()
    const clock = createManualClock(0)
    const pending = supervise({ count: 3, start, clock, observe: () => {}, stopMs: 1 })
    await turns()
    assert.equal(workers.length, 1)
    workers[0]?.serve()
    await turns()
    assert.deepEqual(
      workers.map(({ nth, givenOrigin }) => [nth, givenOrigin]),
      [
        [1, undefined],
        [2, ORIGIN],
        [3, ORIGIN],
      ],
    )
    for (const worker of workers) worker.serve()
    const supervisor = await pending
    assert.equal(supervisor.origin, ORIGIN)
    assert.equal(supervisor.isReady(), true)
  })

  it('rejects with the reason if a worker cannot start, and leaves none behind', async () => {
    const { workers, start } = createFakes()
    const clock = createManualClock(0)
    const pending = supervise({ count: 2, start, clock, observe: () => {}, stopMs: 1 })
    workers[0]?.serve()
    await turns()
    workers[1]?.fail(new Error('The address is in use.'))
    await assert.rejects(pending, /The address is in use\./)
    assert.deepEqual(
      workers.map(({ told }) => told),
      [['kill'], ['kill']],
    )
  })

  it('replaces a worker that exited, with a growing delay, and is not ready meanwhile', async () => {
    const { workers, clock, observations, supervisor } = await startTwo()
    for (const pauseMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      workers.at(-1)?.end('SIGSEGV')
      await turns()
      assert.equal(supervisor.isReady(), false)
      assert.deepEqual(observations.at(-1), {
        type: 'worker.ended',
        worker: 2,
        how: 'SIGSEGV',
        pauseMs,
      })
      const before = workers.length
      clock.advance(pauseMs - 1)
      assert.equal(workers.length, before)
      clock.advance(1)
      assert.equal(workers.length, before + 1)
      assert.equal(workers.at(-1)?.nth, 2)
      workers.at(-1)?.serve()
      await turns()
      assert.equal(supervisor.isReady(), true)
    }
    clock.advance(30_000)
    workers.at(-1)?.end('1')
    await turns()
    const last = observations.at(-1)
    assert.ok(last?.type === 'worker.ended' && last.pauseMs === 250)
  })

  it('kills a worker that does not answer for 30 s, and replaces it', async () => {
    const { workers, clock, observations, supervisor } = await startTwo()
    const passSeconds = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1_000)
        await turns()
      }
    }
    const [sound, caught] = workers
    assert.ok(sound !== undefined && caught !== undefined)
    caught.talks = false
    await passSeconds(25)
    caught.talks = true
    await passSeconds(5)
    caught.talks = false
    await passSeconds(29)
    assert.deepEqual([caught.told, observations], [[], []])
    await passSeconds(1)
    assert.deepEqual([caught.told, sound.told], [['kill'], []])
    const ended = { type: 'worker.ended', worker: 2, how: 'silence', pauseMs: 250 }
    assert.deepEqual(observations, [ended])
    await passSeconds(1)
    workers[2]?.serve()
    await turns()
    assert.equal(supervisor.isReady(), true)
    await passSeconds(60)
    assert.equal(workers.length, 3)
  })

  it('stops all, replaces none of them, and kills those that do not stop', async () => {
    const { workers, clock, observations, supervisor } = await startTwo()
    const stopped = supervisor.stop()
    assert.equal(supervisor.isReady(), false)
    assert.deepEqual(
      workers.map(({ told }) => told),
      [['stop'], ['stop']],
    )
    workers[0]?.end('0')
    clock.advance(15_000)
    assert.equal(await stopped, false)
    assert.deepEqual(workers[1]?.told, ['stop', 'kill'])
    assert.deepEqual([workers.length, observations], [2, []])
  })

  it('reports that all exited with status 0', async () => {
    const { workers, supervisor } = await startTwo()
    const stopped = supervisor.stop()
    for (const worker of workers) worker.end('0')
    assert.equal(await stopped, true)
  })
})

/** Lets settled promises run their callbacks. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
}
