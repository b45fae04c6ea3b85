import type { Board, Snapshot } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import type { EndedGap } from '../history-archive.ts'
import type { Region } from '../../game/region.ts'
import { dayText } from './export-file-name.ts'

/** The first line of a file. Readers reject an unknown version. */
export interface HeaderLine {
  readonly backline: 'history'
  readonly version: 1
  readonly region: Region
  /** The day in the format of {@link dayText}. */
  readonly day: string
}

/** A run of an event that overlaps the day. Times are Unix milliseconds. */
export interface EventLine {
  readonly event: {
    readonly id: string
    readonly name?: string
    readonly startsAt: number
    readonly endsAt: number
  }
}

/**
 * The board of the following lines, up to the next board line. Its gaps come before its snapshots.
 */
export interface BoardLine {
  readonly board: { readonly kind: string; readonly id: string }
}

/** A gap that ended on that day; it may have started earlier. */
export interface GapLine {
  readonly gap: {
    readonly from: number
    readonly until: number
    readonly reason: string
    readonly failures: number
  }
}

/** A snapshot as a delta to the previous one in the file; the first one of a board is complete. */
export interface SnapshotLine {
  /** The original fetch time. */
  readonly at: number
  /** The polled ranks, if they changed; absent for boards of songs. */
  readonly ranks?: readonly number[]
  /** Rank and points of each new or changed row, ascending. */
  readonly rows?: readonly (readonly [rank: number, points: number])[]
  /** Ranks whose row was removed, ascending. */
  readonly gone?: readonly number[]
}

/** The last line: counts of the lines before it. A file without it is truncated. */
export interface EndLine {
  readonly end: ExportCounts
}

/** Number of lines of each type in a file. */
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

/** The state of a board to which the next snapshot is a delta. */
export interface BoardState {
  readonly ranks: readonly number[] | undefined
  readonly rows: RowState
}

/** The state before the first snapshot of a board in a file. */
export const NO_STATE: BoardState = { ranks: undefined, rows: new Map() }

/** Returns the state of a board after a snapshot. */
export function stateOf({ ranks, rows }: Snapshot): BoardState {
  return { ranks, rows: new Map(rows.map(({ rank, points }) => [rank, points])) }
}

/** Returns the first line of the file of a day. */
export function headerLine(region: Region, dayMs: number): HeaderLine {
  return { backline: 'history', version: 1, region, day: dayText(dayMs) }
}

/** Returns the line of an event run. */
export function eventLine({ id, name, startsAtMs, endsAtMs }: GameEvent): EventLine {
  const named = name === undefined ? {} : { name }
  return { event: { id, ...named, startsAt: startsAtMs, endsAt: endsAtMs } }
}

/** Returns the line of a board. */
export function boardLine({ kind, id }: Board): BoardLine {
  return { board: { kind, id } }
}

/** Returns the line of a gap. */
export function gapLine({ fromMs, untilMs, reason, failures }: EndedGap): GapLine {
  return { gap: { from: fromMs, until: untilMs, reason, failures } }
}

/** Returns the line of a snapshot as a delta to `before`. */
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
