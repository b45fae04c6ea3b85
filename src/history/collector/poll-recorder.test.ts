import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { Board } from '../../game/board.ts'
import { LeaseLost, type PollResult } from '../history-store.ts'
import type { NewLiveEntry } from '../live-entry.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import { createRecorder, type Happened } from './poll-recorder.ts'

const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const round = (atMs: number): PollResult => ({ board, atMs, reason: 'timeout' })
const happened = (id: string): Happened => ({
  region: 'jp',
  happening: { type: 'announcement', region: 'jp', id, title: '' },
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
    turns: [] as Happened[],
  }
  const recorder = createRecorder({
    clock,
    lease: { epoch: 1 },
    observe: () => {},
    store: {
      record: async (rounds, entries) => {
        scene.writes += 1
        if (scene.fails !== undefined) throw scene.fails
        written.push(...rounds)
        live.push(...entries)
        if (scene.loses !== undefined) throw scene.loses
      },
      newestLive: async () => {
        if (scene.fails !== undefined) throw scene.fails
        return 70 + live.length
      },
    },
    newestLive: 70,
    turnsUntil: () => scene.turns.splice(0),
    onLost: () => (scene.lost += 1),
  })
  return { clock, written, live, scene, recorder }
}
const settle = () => new Promise(setImmediate)

describe('poll recorder', () => {
  it('writes results of one turn together, in order, after the transitions until then', async () => {
    const { recorder, written, live, scene } = createScene()
    scene.turns.push(happened('turn'))
    recorder.add([round(1)], [happened('a')])
    recorder.add([round(2)], [])
    await settle()
    assert.deepEqual([written, scene.writes], [[round(1), round(2)], 1])
    assert.deepEqual(live, [
      { ...happened('turn'), atMs: 1_000 },
      { ...happened('a'), atMs: 1_000 },
    ])
  })

  it('keeps results during an outage, writes them once, and reports when it is full', async () => {
    const { recorder, written, scene, clock } = createScene()
    scene.fails = unavailable(new Error('The store is down.'))
    for (let at = 0; at < 1_000; at += 1) recorder.add([round(at)], [])
    await settle()
    assert.ok(recorder.isFull)
    clock.advance(500)
    await settle()
    scene.fails = undefined
    clock.advance(500)
    await settle()
    assert.deepEqual(
      written,
      Array.from({ length: 1_000 }, (_, at) => round(at)),
    )
    assert.ok(!recorder.isFull)
  })

  it('writes nothing twice when the answer to a write is lost', async () => {
    const { recorder, written, live, scene, clock } = createScene()
    recorder.add([round(1)], [happened('a')])
    await settle()
    scene.loses = unavailable(new Error('The connection was lost.'))
    recorder.add([round(2)], [happened('b')])
    await settle()
    scene.loses = undefined
    scene.fails = unavailable(new Error('The store is down.'))
    clock.advance(500)
    await settle()
    recorder.add([round(3)], [happened('c')])
    scene.fails = undefined
    clock.advance(500)
    await settle()
    assert.deepEqual(written, [round(1), round(2), round(3)])
    assert.deepEqual(
      live.map(({ happening }) => 'id' in happening && happening.id),
      ['a', 'b', 'c'],
    )
  })

  it('reports a lost lease and writes nothing more', async () => {
    const { recorder, written, scene } = createScene()
    scene.fails = new LeaseLost()
    recorder.add([round(1)], [])
    await settle()
    assert.deepEqual([scene.lost, written], [1, []])
  })

  it('writes pending results on end, and does not wait for an unavailable store', async () => {
    const one = createScene()
    one.recorder.add([round(1)], [])
    await one.recorder.end(1_000)
    assert.deepEqual(one.written, [round(1)])
    const other = createScene()
    other.scene.fails = unavailable(new Error('The store is down.'))
    other.recorder.add([round(1)], [])
    const ended = other.recorder.end(1_000)
    await settle()
    other.clock.advance(1_000)
    await ended
    await settle()
    assert.equal(other.clock.pending, 0)
  })
})
