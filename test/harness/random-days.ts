import fc from 'fast-check'
import { BOARD_KINDS, type Board, type Snapshot } from '../../src/game/board.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { EndedGap } from '../../src/history/history-archive.ts'
import { GAP_REASONS } from '../../src/history/history-store.ts'
import type { DaySource } from '../../src/history/exports/write-day.ts'

/** 2026-11-20 in jp. */
export const RANDOM_DAY = { region: 'jp', dayMs: Date.UTC(2026, 10, 20) } as const

/** The history of one board on one day. */
export interface BoardDay {
  readonly board: Board
  readonly gaps: readonly EndedGap[]
  readonly snapshots: readonly Snapshot[]
}

/** The history of one day. */
export interface RandomDay {
  readonly events: readonly GameEvent[]
  readonly boards: readonly BoardDay[]
}

/** A poll: the time since the previous one, its rows, and the failures before it. */
interface Reading {
  readonly afterMs: number
  readonly ranks: readonly number[]
  readonly points: readonly (number | undefined)[]
  readonly gap: Pick<EndedGap, 'reason' | 'failures'> | undefined
}

const RANKS = [1, 2, 3, 10, 100, 5_000]
const readings: fc.Arbitrary<Reading> = fc.record({
  afterMs: fc.integer({ min: 1, max: 4_000_000 }),
  ranks: fc.subarray(RANKS, { minLength: 1 }),
  points: fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), {
    minLength: RANKS.length,
    maxLength: RANKS.length,
  }),
  gap: fc.option(fc.record({ reason: fc.constantFrom(...GAP_REASONS), failures: fc.nat(9) }), {
    nil: undefined,
    freq: 4,
  }),
})

/**
 * Days as a store may have them: changing and disappearing rows, changed ranks, gaps, events with
 * and without names.
 */
export const randomDays: fc.Arbitrary<RandomDay> = fc.record({
  events: fc
    .uniqueArray(
      fc.record({
        id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
        name: fc.option(fc.string(), { nil: undefined }),
        startsAtMs: fc.integer({ min: 0, max: RANDOM_DAY.dayMs }),
        lastsMs: fc.integer({ min: 1, max: 10_000_000 }),
      }),
      { maxLength: 3, selector: ({ id, startsAtMs }) => `${id} ${startsAtMs}` },
    )
    .map((runs) =>
      runs.map(({ lastsMs, ...run }) => ({
        region: RANDOM_DAY.region,
        ...run,
        endsAtMs: RANDOM_DAY.dayMs + lastsMs,
      })),
    ),
  boards: fc
    .uniqueArray(
      fc.record({
        kind: fc.constantFrom(...BOARD_KINDS),
        id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
        read: fc.array(readings, { minLength: 1, maxLength: 20 }),
      }),
      { maxLength: 4, selector: ({ kind, id }) => `${kind} ${id}` },
    )
    .map((boards) =>
      boards.map(({ kind, id, read }) => toBoardDay({ ...RANDOM_DAY, kind, id }, read)),
    ),
})

function toBoardDay({ region, kind, id }: Board, read: readonly Reading[]): BoardDay {
  const board: Board = { region, kind, id }
  const gaps: EndedGap[] = []
  const snapshots: Snapshot[] = []
  let atMs = RANDOM_DAY.dayMs
  for (const { afterMs, ranks, points, gap } of read) {
    if (gap !== undefined) gaps.push({ fromMs: atMs, untilMs: atMs + afterMs, ...gap })
    atMs += afterMs
    const rows = RANKS.flatMap((rank, at) => {
      const held = points[at]
      const isAsked = kind !== 'event' || ranks.includes(rank)
      return held === undefined || !isAsked ? [] : [{ rank, points: held, holders: [] }]
    })
    snapshots.push({ board, fetchedAtMs: atMs, ranks: kind === 'event' ? ranks : undefined, rows })
  }
  return { board, gaps, snapshots }
}

/** Returns a store with one day. */
export function sourceOf({ events, boards }: RandomDay): DaySource {
  const find = ({ kind, id }: Board) =>
    boards.find(({ board }) => board.kind === kind && board.id === id)
  return {
    runs: async ({ startsBeforeMs = Infinity, endsAfterMs = 0 }) =>
      events
        .filter(({ startsAtMs, endsAtMs }) => startsAtMs < startsBeforeMs && endsAtMs > endsAfterMs)
        .map((event) => ({ ...event, number: 1, nextStartsAtMs: undefined })),
    boards: async () => boards.map(({ board }) => board),
    endedGaps: async (board) => find(board)?.gaps ?? [],
    snapshots: async (board, fromMs, untilMs, max) =>
      (find(board)?.snapshots ?? [])
        .filter(({ fetchedAtMs }) => fetchedAtMs >= fromMs && fetchedAtMs < untilMs)
        .slice(0, max),
  }
}
