import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Board } from '../../../game/board.ts'
import type { HistoryStore, WatchState } from '../../history-store.ts'
import type { PublicClient } from '../public-content.ts'
import { createPublicHandlers } from './public-handlers.ts'

const START = 1_790_000_000_000
const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const client: PublicClient = {
  signal: new AbortController().signal,
  encoding: undefined,
  known: [],
  lastEventId: undefined,
  network: '',
}

/**
 * Returns the watch in the answers about a board at a time, with its newest snapshot at `lastMs`.
 */
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
    facts: async () => [],
    watches: async () => [state],
    snapshotInfo: async () => ({ fetchedAtMs: lastMs, ranks: [1] }),
    snapshot: async () => ({ board, fetchedAtMs: lastMs, ranks: [1], rows: [] }),
  } satisfies Partial<HistoryStore>
  const handlers = createPublicHandlers({
    store: store as unknown as HistoryStore,
    clock: { nowMs: () => nowMs },
    speed: more.speed ?? 1,
    hasPlayerPages: true,
  })
  const one = await handlers['public.event.cutoffs'](
    { region: 'jp', eventId: board.id, startsAt: undefined },
    client,
  )
  const { message } = await handlers['public.watches']({ region: 'jp' }, client)
  assert.deepEqual(message.watches, [one.message.watch])
  return { ...one.message.watch, freshForMs: one.freshForMs }
}

describe('the watch in a public answer', () => {
  it('has a cadence divided by the game speed', async () => {
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

  it('is waiting, not late, while the newest snapshot is of the previous run', async () => {
    const { freshness, nextSnapshotDueAt } = await watchAt(START + 5_000, START - 1e9, {
      fromMs: START,
    })
    assert.deepEqual([freshness, nextSnapshotDueAt], ['waiting', String(START)])
  })
})
