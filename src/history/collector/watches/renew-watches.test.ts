import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GameEvent } from '../../../game/game-event.ts'
import type { Watch } from '../../../game/board-watch.ts'
import { announcedWatches } from './announced-watches.ts'
import { changeWatches } from './renew-watches.ts'

const watch = (id: string, more: Partial<Watch> = {}): Watch => ({
  board: { region: 'jp', kind: 'event', id },
  ranks: [1, 10],
  cadenceMs: 60_000,
  fromMs: undefined,
  untilMs: undefined,
  paused: false,
  origin: 'file',
  ...more,
})

test('new and changed watches are put, unwanted ones removed, the rest left alone', () => {
  const known = [watch('1'), watch('2'), watch('3')]
  const wanted = [watch('1'), watch('2', { cadenceMs: 30_000 }), watch('4')]
  assert.deepEqual(changeWatches(wanted, known, 'file'), {
    put: [wanted[1], wanted[2]],
    remove: [known[2]?.board],
  })
})

test('an operator takes precedence over a file, and a file over announcements', () => {
  const operator = watch('1', { origin: 'operator', cadenceMs: 5_000 })
  const announced = watch('2', { origin: 'announced' })
  const known = [operator, announced]
  assert.deepEqual(changeWatches([watch('1'), watch('2')], known, 'file'), {
    put: [watch('2')],
    remove: [],
  })
  const fromEvents = [watch('1', { origin: 'announced' }), announced]
  assert.deepEqual(changeWatches(fromEvents, known, 'announced'), { put: [], remove: [] })
})

test('a watch paused by an operator stays paused when the file changes', () => {
  const known = [watch('1', { paused: true })]
  const { put } = changeWatches([watch('1', { ranks: [1] })], known, 'file')
  assert.deepEqual(put, [watch('1', { ranks: [1], paused: true })])
  assert.deepEqual(changeWatches([watch('1')], known, 'file').put, [])
})

const settings = { ranks: [1], cadenceMs: 60_000, afterEndMs: 10 }
const run = (startsAtMs: number, endsAtMs: number): GameEvent => ({
  region: 'jp',
  id: '2001',
  name: undefined,
  startsAtMs,
  endsAtMs,
})

test('an announced event gets a watch in advance, from its start to a while after its end', () => {
  const spans = (nowMs: number) =>
    announcedWatches([run(300, 400), run(100, 200)], nowMs, settings).map(
      ({ fromMs, untilMs, origin }) => [fromMs, untilMs, origin],
    )
  assert.deepEqual(spans(0), [[100, 210, 'announced']])
  assert.deepEqual(spans(209), [[100, 210, 'announced']])
  assert.deepEqual(spans(210), [[300, 410, 'announced']])
  assert.deepEqual(spans(410), [])
})

test('the running run is watched even if the last run of its board is not settled', () => {
  const [only] = announcedWatches([run(100, 200), run(205, 300)], 206, settings)
  assert.equal(only?.fromMs, 205)
})

test('the challenge songs of an announced event are watched whole while they are open', () => {
  const challenge = { challengeMusicId: '7', startsAtMs: 120, endsAtMs: 150 }
  const events = [{ ...run(100, 200), challenges: [challenge] }]
  const watches = (nowMs: number) =>
    announcedWatches(events, nowMs, settings).map(({ board, ranks, fromMs, untilMs }) => [
      `${board.kind} ${board.id}`,
      ranks,
      fromMs,
      untilMs,
    ])
  const own = ['event 2001', [1], 100, 210]
  assert.deepEqual(watches(0), [own, ['challenge 7', undefined, 120, 160]])
  assert.deepEqual(watches(160), [own])
})
