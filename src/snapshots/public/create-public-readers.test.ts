import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Board } from '../../domain/board.ts'
import type { HistoryStore, WatchState } from '../../domain/history-store.ts'
import type { PublicClient } from '../../contract/public/public-content.ts'
import { createPublicReaders } from './create-public-readers.ts'

const START = 1_790_000_000_000
const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const nobody: PublicClient = {
  gone: new AbortController().signal,
  encoding: undefined,
  known: [],
  lastEventId: undefined,
  network: '',
}

/** Answers about one board, that was read last at `lastMs`, at a time. */
async function watchAt(nowMs: number, lastMs: number, more: { fromMs?: number; speed?: number }) {
  const state: WatchState = {
    watch: {
      board,
      ranks: [1],
      cadenceMs: 60_000,
      fromMs: more.fromMs,
      untilMs: undefined,
      paused: false,
      origin: 'announced',
    },
    lastSnapshotMs: lastMs,
    gap: undefined,
    snapshots: 1,
  }
  const store = {
    events: async () => [],
    watches: async () => [state],
    snapshot: async () => ({ board, fetchedAtMs: lastMs, ranks: [1], rows: [] }),
  } satisfies Partial<HistoryStore>
  const readers = createPublicReaders({
    store: store as unknown as HistoryStore,
    clock: { nowMs: () => nowMs },
    speed: more.speed ?? 1,
  })
  const one = await readers['public.event.cutoffs']({ region: 'jp', eventId: board.id }, nobody)
  const { message } = await readers['public.watches']({ region: 'jp' }, nobody)
  assert.deepEqual(message.watches, [one.message.watch])
  return { ...one.message.watch, freshForMs: one.freshForMs }
}

describe('a watch, as the interface shows it,', () => {
  it('is as much faster as it is read in a faster game', async () => {
    const slow = await watchAt(START + 500, START, {})
    assert.deepEqual(
      [slow.cadenceMs, slow.nextSnapshotDueAt, slow.freshForMs],
      [60_000, String(START + 60_000), 59_500],
    )
    const fast = await watchAt(START + 500, START, { speed: 20 })
    assert.deepEqual(
      [fast.cadenceMs, fast.nextSnapshotDueAt, fast.freshForMs],
      [3_000, String(START + 3_000), 2_500],
    )
    const late = await watchAt(START + 20_000, START, { speed: 20 })
    assert.equal(late.freshness, 'late')
    const fastest = await watchAt(START, START, { speed: 1_000 })
    assert.equal(fastest.cadenceMs, 1_000)
  })

  it('waits for its first snapshot, and is not late, where the newest one is of the run before', async () => {
    const { freshness, nextSnapshotDueAt } = await watchAt(START + 5_000, START - 1e9, {
      fromMs: START,
    })
    assert.deepEqual([freshness, nextSnapshotDueAt], ['waiting', String(START)])
  })
})
