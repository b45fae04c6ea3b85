import { randomUUID } from 'node:crypto'
import type { Board, BoardKind, Snapshot } from '../../src/game/board.ts'
import type { CollectorLease, HistoryStore, PollResult } from '../../src/history/history-store.ts'

/** A history store under test. */
export interface HistoryStoreUnderTest {
  readonly store: HistoryStore
  /** The same history, opened by another process. */
  readonly other: HistoryStore
  /** Advances the store's own clock. */
  readonly passTime: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A minute in the past that is a multiple only of steps up to a minute. */
export const START_MS = 1_790_000_040_000

/** The cadence of the watches of tests, in milliseconds. */
const CADENCE_MS = 60_000

/** A board that no other test uses. */
export function newBoard(kind: BoardKind = 'event'): Board {
  return {
    region: 'jp',
    kind,
    id: String(BigInt(`0x${randomUUID().slice(0, 13).replace('-', '')}`)),
  }
}

/** Acquires the lease; all tests use the same owner. */
export async function acquireLease(store: HistoryStore): Promise<CollectorLease> {
  const lease = await store.acquireLease('the tests', 60_000)
  if (lease === undefined) throw new Error('The lease was not granted.')
  return lease
}

/** Watches a board. */
export async function watchBoard(
  store: HistoryStore,
  board: Board,
  fromMs?: number,
): Promise<void> {
  await store.putWatch({
    board,
    ranks: board.kind === 'event' ? [1, 2, 3] : undefined,
    cadenceMs: CADENCE_MS,
    fromMs,
    untilMs: undefined,
    paused: false,
    origin: 'operator',
  })
}

/**
 * A snapshot this many minutes after the start, with points by rank; `null`: the rank has no
 * holder.
 */
export function snapshotAt(
  board: Board,
  minutes: number,
  points: Readonly<Record<number, number | null>>,
): { readonly snapshot: Snapshot } {
  const ranks = Object.keys(points).map(Number)
  return {
    snapshot: {
      board,
      fetchedAtMs: START_MS + minutes * 60_000,
      ranks: board.kind === 'event' ? ranks : undefined,
      rows: ranks.flatMap((rank) => {
        const held = points[rank] ?? null
        return held === null
          ? []
          : [{ rank, points: held, holders: [{ id: `1${rank}`, name: `n${rank}` }] }]
      }),
    },
  }
}

/** A failed poll this many minutes after the start. */
export function failureAt(board: Board, minutes: number, reason = 'timeout' as const): PollResult {
  return { board, atMs: START_MS + minutes * 60_000, reason }
}
