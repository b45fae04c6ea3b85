import type { BoardGap, GapQuery } from './board-gap.ts'
import type { Lease, LeaseStore } from '../platform/concurrency/maintain-lease.ts'
import type { AnomalyQuery, AnomalyReply } from './anomaly.ts'
import type { Board, Snapshot } from '../game/board.ts'
import type { GameEvent } from '../game/game-event.ts'
import type { FactStore } from './calendar/fact.ts'
import type { LiveEntry, NewLiveEntry } from './live-entry.ts'
import type { PlayerTrack, PlayerTrackQuery } from './player-track.ts'
import type { Prediction, PredictionQuery, RegionAccuracy } from './prediction.ts'
import type { Region } from '../game/region.ts'
import type { Retention } from './retention.ts'
import type { Watch } from '../game/board-watch.ts'

/** Maximum runs of one event of a region that are stored and read, the latest. */
export const EVENT_RUNS_MAX = 1_000

/** A run of an event, as it is announced. */
export interface AnnouncedRun extends GameEvent {
  /** The stored start of this run before the game moved it, in Unix milliseconds. */
  readonly movedFromMs?: number
}

/** Maximum runs of a region per read; later starts take precedence. */
export const RUNS_MAX = 1_000

/**
 * Reasons for a gap. The order is that of the message fields; append only.
 */
export const GAP_REASONS = [
  // The game is in maintenance.
  'maintenance',
  // The gateway is unavailable.
  'unavailable',
  // The gateway did not answer in time.
  'timeout',
  // The gateway sent an error or an invalid message.
  'upstream_error',
  // The fetch time is in the future, not after the previous one, or far ahead of it although polls
  // continued: a clock jumped.
  'clock',
  // The message was incomplete.
  'partial',
  // The game has no such board.
  'not_found',
  // No process collected.
  'not_collected',
  // The history store was unavailable for longer than polls could be buffered.
  'store_unavailable',
  // The gateway kept returning the same fetch.
  'stale',
] as const

/** One of {@link GAP_REASONS}. */
export type GapReason = (typeof GAP_REASONS)[number]

/**
 * A period in which a watched board has no snapshot. Its points in that period are never
 * interpolated.
 */
export interface Gap {
  /**
   * Time of the last snapshot before it, or of the first failed poll without one, in Unix
   * milliseconds.
   */
  readonly fromMs: number
  /** Time of the first snapshot after it; `undefined` while it lasts. */
  readonly untilMs: number | undefined
  /** Reason of its first failed poll. */
  readonly reason: GapReason
  /** Number of failed polls in it. */
  readonly failures: number
}

/** The result of one poll of a watch: a snapshot, or the reason of its failure. */
export type PollResult =
  | {
      readonly snapshot: Snapshot
      /** The ranks to record as anomalies: their holder is on a board of another region. */
      readonly wrongRegionRanks?: readonly number[]
      /** Whether to keep the ranks of its players; default: no. */
      readonly keepsPlayers?: boolean
    }
  | {
      readonly board: Board
      /** When it failed, in Unix milliseconds. */
      readonly atMs: number
      readonly reason: GapReason
    }

/** The exclusive right to collect: a fencing token. */
export type CollectorLease = Lease

/**
 * The error of a write after another node took over the lease. Nothing was written; this node must
 * stop collecting.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another node has the collector lease.')
  }
}

/** The points of a rank in one snapshot; `undefined` when no player held the rank. */
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

/** A query of the history of a board. */
export interface SeriesQuery {
  readonly board: Board
  /** Ascending, 1 to 100 ranks. */
  readonly ranks: readonly number[]
  /** Start of the range in Unix milliseconds; `untilMs` is exclusive. */
  readonly fromMs: number
  readonly untilMs: number
  /**
   * 0: every snapshot. Otherwise the last snapshot of each interval of this length (ms), aligned to
   * the Unix epoch; empty intervals are omitted.
   */
  readonly stepMs: number
  /** Maximum number of snapshots, from `fromMs` on. */
  readonly snapshotsMax: number
}

/** One page of the history of a board. */
export interface SeriesReply {
  readonly series: readonly RankSeries[]
  /** All gaps that overlap this page, ascending. */
  readonly gaps: readonly Gap[]
  /** Start of the next page in Unix milliseconds; `undefined` on the last page. */
  readonly nextFromMs: number | undefined
}

/** A snapshot without its rows. */
export type SnapshotInfo = Pick<Snapshot, 'fetchedAtMs' | 'ranks'>

/** A watch with the state of its collection. */
export interface WatchState {
  readonly watch: Watch
  /** The fetch time of the newest snapshot; `undefined` before the first. */
  readonly lastSnapshotMs: number | undefined
  /** The current gap, if it belongs to this watch and not to an earlier one. */
  readonly gap: Gap | undefined
  /** Number of stored snapshots. */
  readonly snapshots: number
}

/** A query of the poll counts of a region. */
export interface CountQuery {
  readonly region: Region
  /** Unix milliseconds. */
  readonly sinceMs: number
  /** Maximum number of gaps per board. */
  readonly gapsMax: number
}

/** Poll counts of one watched board since a time. */
export interface WatchCounts {
  readonly board: Board
  /** Number of stored snapshots of that period. */
  readonly snapshots: number
  /** Failed polls of all gaps that overlap the period; each gap counts in full. */
  readonly failures: number
  /** The newest of these gaps, newest first. */
  readonly gaps: readonly Gap[]
}

/**
 * A query of the runs of events of a region, by latest start first. Times are Unix milliseconds.
 */
export interface RunQuery {
  readonly region: Region
  /** Only runs that start at or after this time. */
  readonly startsFromMs?: number | undefined
  /** Only runs that start before this time. */
  readonly startsBeforeMs?: number | undefined
  /** Only runs that end after this time. */
  readonly endsAfterMs?: number | undefined
  /** Only the latest run of each event whose board is watched. */
  readonly isLatestOfWatched?: boolean | undefined
  /** Maximum number of runs. */
  readonly max: number
}

/** A run of an event among the stored runs of the same event. */
export interface KnownRun extends GameEvent {
  /** Its number by start, from 1. */
  readonly number: number
  /**
   * When the next run takes over its board, in Unix milliseconds; `undefined` for the latest run.
   */
  readonly nextStartsAtMs: number | undefined
}

/**
 * Stores the collected history. Only the collector with the lease writes; each call is atomic. Any
 * process may read, and never sees part of a write. Rejects with a `ServiceError` `unavailable`
 * when the store cannot be reached.
 */
export interface HistoryStore extends FactStore, LeaseStore {
  /**
   * Writes poll results and their live entries. A snapshot that is not newer than the last one of
   * its board is recorded as a gap with the reason `clock`; an identical one is ignored. An open
   * gap from before the start of the board's watch ends at that start. A live entry with a
   * prediction is stored as one of the board's predictions too. Rejects with {@link LeaseLost}.
   */
  record(
    results: readonly PollResult[],
    live: readonly NewLiveEntry[],
    lease: CollectorLease,
  ): Promise<void>
  /**
   * Adds poll results that could not be written while their lease was valid: for each board, those
   * between two stored snapshots, which narrows the gap between them. Never changes stored
   * snapshots and writes no time twice. Needs no lease. Returns the results of boards that have no
   * newer snapshot yet, to be retried later; with `isLast`, adds these too and returns none.
   */
  recordLate(results: readonly PollResult[], isLast: boolean): Promise<readonly PollResult[]>
  /**
   * Upserts event runs by region, id and start; a moved one takes the place of the stored run with
   * its earlier start, and that run's facts. Returns the new and the changed ones.
   */
  putEvents(events: readonly AnnouncedRun[], lease: CollectorLease): Promise<readonly GameEvent[]>
  /** Stores the accuracy of predictions in a region, in place of the previous one. */
  putAccuracy(accuracy: RegionAccuracy, lease: CollectorLease): Promise<void>
  /** Deletes a bounded part of what exceeds the retention. Returns whether more remains. */
  downsample(retention: Retention, nowMs: number, lease: CollectorLease): Promise<boolean>

  /**
   * Adds or replaces the watch of a board. Needs no lease: the command line uses it beside a
   * running collector.
   */
  putWatch(watch: Watch): Promise<void>
  /** Deletes a watch and retains its history. Returns whether it existed. */
  removeWatch(board: Board): Promise<boolean>
  watches(): Promise<readonly WatchState[]>

  /** Returns at most {@link EVENT_RUNS_MAX} runs of an event, latest start first. */
  events(region: Region, id: string): Promise<readonly GameEvent[]>
  /** Returns the runs that a query selects, latest start first; equal starts by id. */
  runs(query: RunQuery): Promise<readonly KnownRun[]>
  /** Returns the newest snapshot of a board, at or before `atMs` if given. */
  readonly snapshot: (board: Board, atMs?: number) => Promise<Snapshot | undefined>
  /** Returns the newest snapshot of a board without its rows, in a fraction of the time. */
  readonly snapshotInfo: (board: Board) => Promise<SnapshotInfo | undefined>
  series(query: SeriesQuery): Promise<SeriesReply>
  /**
   * Returns the ranks of a player; `undefined` for one who was not seen in the range. Only
   * snapshots recorded with `keepsPlayers` have them.
   */
  playerTrack(query: PlayerTrackQuery): Promise<PlayerTrack | undefined>
  /** Returns the anomalies that were recorded with snapshots; imported snapshots have none. */
  anomalies(query: AnomalyQuery): Promise<AnomalyReply>
  /** Returns the newest gaps of all boards, newest first. */
  gaps(query: GapQuery): Promise<readonly BoardGap[]>
  readonly predictions: (query: PredictionQuery) => Promise<readonly Prediction[]>
  /** Returns the last accuracy stored for a region. */
  readonly accuracy: (region: Region) => Promise<RegionAccuracy | undefined>
  /** Returns the poll counts of each watched board of a region. */
  readonly counts: (query: CountQuery) => Promise<readonly WatchCounts[]>

  /**
   * Returns at most `max` live entries after `afterSeq`, in order. `missed`: some entries after it
   * are no longer retained, or `afterSeq` was never assigned here (another history, or one from
   * before a restore).
   */
  liveAfter(
    region: Region,
    afterSeq: number,
    max: number,
  ): Promise<{ entries: readonly LiveEntry[]; missed: boolean }>
  /** Returns the sequence number of the newest live entry of all regions; 0 without entries. */
  readonly newestLive: () => Promise<number>

  /** Closes the store. Resolves when all its resources are released. Idempotent. */
  close(): Promise<void>
}
