import { randomUUID } from 'node:crypto'
import type { Board, BoardKind, Snapshot } from '../../src/domain/board.ts'
import type { CollectorLease, HistoryStore, Round } from '../../src/domain/history-store.ts'

/** A history store and what a test may do to it. */
export interface HistoryStoreUnderTest {
  readonly store: HistoryStore
  /** The same history, as another process has it. */
  readonly other: HistoryStore
  /** Lets so much of the store's own time pass. */
  readonly passTime: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A minute that lies in the past, and on no step but those of a minute and below. */
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

/** Takes the lease, whoever has it: in tests all have one name. */
export async function takeLease(store: HistoryStore): Promise<CollectorLease> {
  const lease = await store.holdLease('the tests', 60_000)
  if (lease === undefined) throw new Error('Somebody else has the lease.')
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

/** A snapshot so many minutes behind the start, of the points by rank; with `null`, nobody holds it. */
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

/** A reading that failed so many minutes behind the start. */
export function failureAt(board: Board, minutes: number, reason = 'timeout' as const): Round {
  return { board, atMs: START_MS + minutes * 60_000, reason }
}
