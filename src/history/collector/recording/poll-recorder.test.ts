import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { Board } from '../../../game/board.ts'
import { LeaseLost, type PollResult } from '../../history-store.ts'
import type { NewLiveEntry } from '../../live-entry.ts'
import { unavailable } from '../../../platform/http/errors/service-error.ts'
import { createRecorder, type RegionLiveEvent } from './poll-recorder.ts'

const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const result = (atMs: number): PollResult => ({ board, atMs, reason: 'timeout' })
const happened = (id: string): RegionLiveEvent => ({
  region: 'jp',
  liveEvent: { type: 'announcement', region: 'jp', id, title: '' },
})

function createScene() {
  const clock = createManualClock(1_000)
  const written: PollResult[] = []
  const live: NewLiveEntry[] = []
  const scene = {
    fails: undefined as Error | undefined,
    /** Writes what it is given, and loses the answer. */
    loses: undefined as Error | undefined,
    writes: 0,
    lost: 0,
    turns: [] as RegionLiveEvent[],
  }
  const recorder = createRecorder({
    clock,
    lease: { epoch: 1 },
    observe: () => {},
    store: {
      record: async (results, entries) => {
        scene.writes += 1
        if (scene.fails !== undefined) throw scene.fails
        written.push(...results)
        live.push(...entries)
        if (scene.loses !== undefined) throw scene.loses
      },
      newestLive: async () => {
        if (scene.fails !== undefined) throw scene.fails
        return 70 + live.length
      },
    },
    newestLive: 70,
    transitionsUntil: () => scene.turns.splice(0),
    onLost: () => (scene.lost += 1),
  })
  return { clock, written, live, scene, recorder }
}
const settle = () => new Promise(setImmediate)

describe('poll recorder', () => {
  it('writes results of one turn together, in order, after the transitions until then', async () => {
    const { recorder, written, live, scene } = createScene()
    scene.turns.push(happened('turn'))
    recorder.add([result(1)], [happened('a')])
    recorder.add([result(2)], [])
    await settle()
    assert.deepEqual([written, scene.writes], [[result(1), result(2)], 1])
    assert.deepEqual(live, [
      { ...happened('turn'), atMs: 1_000 },
      { ...happened('a'), atMs: 1_000 },
    ])
  })

  it('keeps results during an outage, writes them once, and reports when it is full', async () => {
    const { recorder, written, scene, clock } = createScene()
    scene.fails = unavailable(new Error('The store is down.'))
    for (let at = 0; at < 1_000; at += 1) recorder.add([result(at)], [])
    await settle()
    assert.ok(recorder.isFull)
    clock.advance(500)
    await settle()
    scene.fails = undefined
    clock.advance(500)
    await settle()
    assert.deepEqual(
      written,
      Array.from({ length: 1_000 }, (_, at) => result(at)),
    )
    assert.ok(!recorder.isFull)
  })

  it('writes nothing twice when the answer to a write is lost', async () => {
    const { recorder, written, live, scene, clock } = createScene()
    recorder.add([result(1)], [happened('a')])
    await settle()
    scene.loses = unavailable(new Error('The connection was lost.'))
    recorder.add([result(2)], [happened('b')])
    await settle()
    scene.loses = undefined
    scene.fails = unavailable(new Error('The store is down.'))
    clock.advance(500)
    await settle()
    recorder.add([result(3)], [happened('c')])
    scene.fails = undefined
    clock.advance(500)
    await settle()
    assert.deepEqual(written, [result(1), result(2), result(3)])
    assert.deepEqual(
      live.map(({ liveEvent }) => 'id' in liveEvent && liveEvent.id),
      ['a', 'b', 'c'],
    )
  })

  it('reports a lost lease and writes nothing more', async () => {
    const { recorder, written, scene } = createScene()
    scene.fails = new LeaseLost()
    recorder.add([result(1)], [])
    await settle()
    assert.deepEqual([scene.lost, written], [1, []])
  })

  it('writes pending results on end, and does not wait for an unavailable store', async () => {
    const one = createScene()
    one.recorder.add([result(1)], [])
    await one.recorder.end(1_000)
    assert.deepEqual(one.written, [result(1)])
    const other = createScene()
    other.scene.fails = unavailable(new Error('The store is down.'))
    other.recorder.add([result(1)], [])
    const ended = other.recorder.end(1_000)
    await settle()
    other.clock.advance(1_000)
    await ended
    await settle()
    assert.equal(other.clock.pending, 0)
  })
})
