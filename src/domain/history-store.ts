import type { Board, Snapshot } from './board.ts'
import type { GameEvent } from './game-event.ts'
import type { LiveEntry, NewLiveEntry } from './live-entry.ts'
import type { Region } from './region.ts'
import type { Watch } from './watch.ts'

/**
 * Why there is no snapshot: the game is in maintenance; the gateway is away, late, or gave what cannot be right; its fetch time
 * is not after that of the snapshot before, or long after that although readings went on (a clock has jumped); only a part of
 * what was asked for came; the game knows no such board; or nobody collected.
 */
export const GAP_REASONS = [
  'maintenance',
  'unavailable',
  'timeout',
  'upstream_error',
  'clock',
  'partial',
  'not_found',
  'not_collected',
] as const

/** One of {@link GAP_REASONS}. */
export type GapReason = (typeof GAP_REASONS)[number]

/** A time in which a watched board has no snapshot. What it showed then is unknown, and is never guessed. */
export interface Gap {
  /** Unix milliseconds: of the last snapshot before it, or of the first reading that failed where there was none. */
  readonly fromMs: number
  /** Of the first snapshot behind it; `undefined` while it lasts. */
  readonly untilMs: number | undefined
  /** Of its first failed reading. */
  readonly reason: GapReason
  /** How many readings have failed in it; 0 where nobody collected. */
  readonly failures: number
}

/** What came of one reading of a watched board. */
export type Round =
  | { readonly snapshot: Snapshot }
  | {
      readonly board: Board
      /** When it failed, in Unix milliseconds. */
      readonly atMs: number
      readonly reason: GapReason
    }

/** The right to write. Of two nodes that both believe they have it only the later one has: its number is greater. */
export interface CollectorLease {
  readonly epoch: number
}

/** Somebody else collects by now: this node must stop at once, and nothing of its round was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another node collects by now.')
  }
}

/** One value of a rank: what a snapshot at that time said; `undefined` when nobody held the rank. */
export interface Point {
  /** The fetch time of the snapshot, in Unix milliseconds. */
  readonly atMs: number
  readonly points: number | undefined
}

/** The history of one rank. */
export interface RankSeries {
  readonly rank: number
  /** Ascending by time, at most one for each snapshot. */
  readonly points: readonly Point[]
}

/** What is asked of the history of a board. */
export interface SeriesQuery {
  readonly board: Board
  /** Ascending, 1 to 100 ranks. */
  readonly ranks: readonly number[]
  /** Unix milliseconds; the end is not part of it. */
  readonly fromMs: number
  readonly untilMs: number
  /** 0: every snapshot. Else the last snapshot of each step of so many milliseconds, counted from the Unix epoch; steps without one are left out. */
  readonly stepMs: number
  /** How many snapshots at most, counted from `fromMs` on. */
  readonly snapshotsMax: number
}

/** A part of the history of a board. */
export interface SeriesReply {
  readonly series: readonly RankSeries[]
  /** All gaps that touch the part of the range that is given here, ascending. */
  readonly gaps: readonly Gap[]
  /** Where to go on when there were more than `snapshotsMax`, in Unix milliseconds; `undefined` when that was all. */
  readonly nextFromMs: number | undefined
}

/** How a watch is doing. */
export interface WatchState {
  readonly watch: Watch
  /** The fetch time of the newest snapshot; `undefined` before the first. */
  readonly lastSnapshotMs: number | undefined
  /** The gap that lasts now, if it is of this watch and not of one before it. */
  readonly gap: Gap | undefined
  /** Of all time, after retention. */
  readonly snapshots: number
}

/** What is asked of the readings of a region. */
export interface TallyQuery {
  readonly region: Region
  /** Unix milliseconds. */
  readonly sinceMs: number
  /** How many gaps of each board at most. */
  readonly gapsMax: number
}

/** What came of the readings of one watched board since a time. */
export interface WatchTally {
  readonly board: Board
  /** How many snapshots of that time are kept. */
  readonly snapshots: number
  /** How many readings failed in all gaps that reach into that time; those of a gap are counted whole. */
  readonly failures: number
  /** The newest of these gaps, newest first. */
  readonly gaps: readonly Gap[]
}

/** What is kept, and for how long. */
export interface Retention {
  /** Milliseconds for which every snapshot is kept. */
  readonly rawMs: number
  /** What is older keeps the last snapshot of each step of so many milliseconds. */
  readonly stepMs: number
  /** Milliseconds after which those go too; 0: never. */
  readonly keptMs: number
  /** Milliseconds for which live entries are kept, for streams that come back. */
  readonly liveMs: number
}

/**
 * Keeps what was collected. Writing is for the one collector that holds the lease, and each call is whole or not at all. Reading is
 * for everybody, also for other processes, and never sees half a round. Rejects with a `ServiceError` `unavailable` when it
 * cannot answer now.
 */
export interface HistoryStore {
  /**
   * Takes the lease, or renews one that is still held, for `forMs` milliseconds of the store's own time; `undefined` while somebody
   * else has it.
   */
  holdLease(
    holder: string,
    forMs: number,
    held?: CollectorLease,
  ): Promise<CollectorLease | undefined>
  /** Lets go of the lease, so that the next one need not wait. */
  releaseLease(lease: CollectorLease): Promise<void>

  /**
   * Writes what came of some readings, with the live entries they give rise to. A snapshot that is not newer than the last one of its
   * board is not written, and the round is a gap with the reason `clock`; one that is there already is nothing. A gap that lasts since
   * before the board's watch begins ends where it begins. Rejects with {@link LeaseLost}.
   */
  record(
    rounds: readonly Round[],
    live: readonly NewLiveEntry[],
    lease: CollectorLease,
  ): Promise<void>
  /** Adds runs of events, and renews those that are known by region, id and start. Returns those that were new or changed. */
  putEvents(events: readonly GameEvent[], lease: CollectorLease): Promise<readonly GameEvent[]>
  /** Drops what retention no longer keeps, a bounded part of it. Returns whether there is more to do. */
  thin(retention: Retention, nowMs: number, lease: CollectorLease): Promise<boolean>

  /** Adds a watch, or changes that of the same board. Needs no lease: the command line does it beside a running collector. */
  putWatch(watch: Watch): Promise<void>
  /** Ends a watch; its history stays. Returns whether there was one. */
  removeWatch(board: Board): Promise<boolean>
  watches(): Promise<readonly WatchState[]>

  /** All known runs of events of a region, the latest start first. */
  events(region: Region): Promise<readonly GameEvent[]>
  /** The newest snapshot of a board at or before a time; the newest of all without one. */
  snapshot(board: Board, atMs?: number): Promise<Snapshot | undefined>
  series(query: SeriesQuery): Promise<SeriesReply>
  /** What came of the readings of each watched board of a region. */
  tallies(query: TallyQuery): Promise<readonly WatchTally[]>

  /**
   * Live entries behind `afterSeq` in their order, at most `max`. `missed` says that older ones behind it are no longer kept, or that
   * `afterSeq` was never given here: it is of another history, or of this one before it was restored.
   */
  liveAfter(
    region: Region,
    afterSeq: number,
    max: number,
  ): Promise<{ entries: readonly LiveEntry[]; missed: boolean }>
  /** The number of the newest live entry of all regions, 0 before the first. */
  newestLive(): Promise<number>

  /** Resolves when nothing of it is open any more. Idempotent. */
  close(): Promise<void>
}
