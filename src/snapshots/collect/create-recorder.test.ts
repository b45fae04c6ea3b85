import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { Board } from '../../domain/board.ts'
import { LeaseLost, type Round } from '../../domain/history-store.ts'
import type { NewLiveEntry } from '../../domain/live-entry.ts'
import { unavailable } from '../../domain/service-error.ts'
import { createRecorder, type Happened } from './create-recorder.ts'

const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const round = (atMs: number): Round => ({ board, atMs, reason: 'timeout' })
const happened = (id: string): Happened => ({
  region: 'jp',
  happening: { type: 'announcement', region: 'jp', id, title: '' },
})

function createScene() {
  const clock = createManualClock(1_000)
  const written: Round[] = []
  const live: NewLiveEntry[] = []
  const scene = {
    fails: undefined as Error | undefined,
    /** What it was told is written, and the answer is lost. */
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

describe('the recorder', () => {
  it('writes what comes at one time together, in its order, behind what has happened by then', async () => {
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

  it('keeps what the store cannot take now, writes it once, and says when that is too much', async () => {
    const { recorder, written, scene, clock } = createScene()
    scene.fails = unavailable(new Error('It is away.'))
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

  it('writes nothing twice of which it did not hear that it was written', async () => {
    const { recorder, written, live, scene, clock } = createScene()
    recorder.add([round(1)], [happened('a')])
    await settle()
    scene.loses = unavailable(new Error('The connection was lost.'))
    recorder.add([round(2)], [happened('b')])
    await settle()
    scene.loses = undefined
    scene.fails = unavailable(new Error('It is away.'))
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

  it('says that the lease is lost, and writes nothing of it', async () => {
    const { recorder, written, scene } = createScene()
    scene.fails = new LeaseLost()
    recorder.add([round(1)], [])
    await settle()
    assert.deepEqual([scene.lost, written], [1, []])
  })

  it('writes at the end what is left, and waits for no store that is away', async () => {
    const one = createScene()
    one.recorder.add([round(1)], [])
    await one.recorder.end(1_000)
    assert.deepEqual(one.written, [round(1)])
    const other = createScene()
    other.scene.fails = unavailable(new Error('It is away.'))
    other.recorder.add([round(1)], [])
    const ended = other.recorder.end(1_000)
    await settle()
    other.clock.advance(1_000)
    await ended
    await settle()
    assert.equal(other.clock.pending, 0)
  })
})
