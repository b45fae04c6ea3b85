import type { Board, Snapshot } from '../../domain/board.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import type { EndedGap } from '../../domain/history-archive.ts'
import type { Region } from '../../domain/region.ts'
import { dayText } from './export-day.ts'

/** The first line of a file; a version that is not known is not read. */
export interface HeaderLine {
  readonly backline: 'history'
  readonly version: 1
  readonly region: Region
  /** As {@link dayText} writes it. */
  readonly day: string
}

/** A run of an event that had begun by the end of the day. Times are Unix milliseconds. */
export interface EventLine {
  readonly event: {
    readonly id: string
    readonly name?: string
    readonly startsAt: number
    readonly endsAt: number
  }
}

/** The board that the lines behind it are about, up to the next one. Its gaps stand before its snapshots. */
export interface BoardLine {
  readonly board: { readonly kind: string; readonly id: string }
}

/** A gap that ended on that day; it may have begun before. */
export interface GapLine {
  readonly gap: {
    readonly from: number
    readonly until: number
    readonly reason: string
    readonly failures: number
  }
}

/** A snapshot, as what differs from the one before it in the file; the first one of a board is whole. */
export interface SnapshotLine {
  /** The original fetch time. */
  readonly at: number
  /** The ranks that were asked for, when they are others than before; the boards of songs have none. */
  readonly ranks?: readonly number[]
  /** Rank and points of each row that is new or has other points, ascending. */
  readonly rows?: readonly (readonly [rank: number, points: number])[]
  /** Ranks that had a row before and have none now, ascending. */
  readonly gone?: readonly number[]
}

/** The last line: how much was before it. A file without it was cut. */
export interface EndLine {
  readonly end: ExportCounts
}

/** How many lines of each type a file has. */
export interface ExportCounts {
  readonly events: number
  readonly boards: number
  readonly gaps: number
  readonly snapshots: number
}

/** Any line of a file. */
export type ExportLine = HeaderLine | EventLine | BoardLine | GapLine | SnapshotLine | EndLine

/** The points of each rank that has a row. */
export type RowState = ReadonlyMap<number, number>

/** What a snapshot differs by from the one before it. */
export interface BoardState {
  readonly ranks: readonly number[] | undefined
  readonly rows: RowState
}

/** What stands before the first snapshot of a board in a file. */
export const NO_STATE: BoardState = { ranks: undefined, rows: new Map() }

/** What the lines of a snapshot are counted from. */
export function stateOf({ ranks, rows }: Snapshot): BoardState {
  return { ranks, rows: new Map(rows.map(({ rank, points }) => [rank, points])) }
}

/** The first line of the file of a day. */
export function headerLine(region: Region, dayMs: number): HeaderLine {
  return { backline: 'history', version: 1, region, day: dayText(dayMs) }
}

/** The line of a run. */
export function eventLine({ id, name, startsAtMs, endsAtMs }: GameEvent): EventLine {
  const named = name === undefined ? {} : { name }
  return { event: { id, ...named, startsAt: startsAtMs, endsAt: endsAtMs } }
}

/** The line of a board. */
export function boardLine({ kind, id }: Board): BoardLine {
  return { board: { kind, id } }
}

/** The line of a gap. */
export function gapLine({ fromMs, untilMs, reason, failures }: EndedGap): GapLine {
  return { gap: { from: fromMs, until: untilMs, reason, failures } }
}

/** The line of a snapshot behind `before`. */
export function snapshotLine(before: BoardState, snapshot: Snapshot): SnapshotLine {
  const now = stateOf(snapshot)
  const rows = [...now.rows].filter(([rank, points]) => before.rows.get(rank) !== points)
  const gone = [...before.rows.keys()].filter((rank) => !now.rows.has(rank))
  return {
    at: snapshot.fetchedAtMs,
    ...(now.ranks !== undefined && !isSame(before.ranks, now.ranks) && { ranks: now.ranks }),
    ...(rows.length > 0 && { rows }),
    ...(gone.length > 0 && { gone: gone.toSorted((one, other) => one - other) }),
  }
}

function isSame(one: readonly number[] | undefined, other: readonly number[]): boolean {
  return one?.length === other.length && other.every((rank, at) => rank === one[at])
}
