import type { Generated, Kysely } from '#libraries/kysely'

/** The tables of the history, the same in every database. Times are Unix milliseconds. */
export interface HistoryTables {
  /** The one row that all writing goes through. */
  readonly history_lease: {
    /** Always 1. */
    id: number
    /** Empty when nobody has it. */
    holder: string
    /** Grows whenever somebody else gets the lease, or the one who has it lets go. */
    epoch: number
    expires_at_ms: number
    /** The number of the newest live entry. */
    live_seq: number
  }
  readonly history_boards: {
    id: Generated<number>
    region: string
    kind: string
    /** The id that the game gave it. */
    board_id: string
    /** How many snapshots there are. */
    snapshots: number
    /** Up to where steps of `thinned_step_ms` have been thinned. */
    thinned_ms: number
    thinned_step_ms: number
  }
  /** Lists of ranks that were asked for, each kept once. */
  readonly history_rank_sets: {
    id: Generated<number>
    /** A JSON list, ascending. */
    ranks: string
  }
  /** That a snapshot was taken. */
  readonly history_snapshots: {
    board: number
    at_ms: number
    /** What was asked for; null where the game gives all it has. */
    rank_set: number | null
  }
  /** What a rank showed from a snapshot on, until the next row of the same rank. */
  readonly history_points: {
    board: number
    rank: number
    at_ms: number
    /** Null when nobody held it. Without any row before a time, nobody did either. */
    points: number | null
  }
  /** Who held the ranks of the newest snapshot of a board. */
  readonly history_holders: {
    board: number
    at_ms: number
    /** JSON: a list of `[rank, [[id, name], …]]`. */
    holders: string
  }
  readonly history_gaps: {
    board: number
    from_ms: number
    /** Null while it lasts. */
    until_ms: number | null
    reason: string
    failures: number
  }
  readonly history_watches: {
    board: number
    /** A JSON list; null on the boards of songs. */
    ranks: string | null
    cadence_ms: number
    from_ms: number | null
    until_ms: number | null
    /** 0 or 1. */
    paused: number
    origin: string
  }
  readonly history_events: {
    region: string
    event_id: string
    starts_at_ms: number
    ends_at_ms: number
    name: string | null
  }
  readonly history_live: {
    region: string
    seq: number
    at_ms: number
    /** JSON of a `LiveHappening`. */
    happening: string
  }
  /** The files of days. */
  readonly history_files: {
    region: string
    day_ms: number
    sha256: string
    bytes: number
    snapshots: number
  }
  readonly history_file_pieces: {
    sha256: string
    /** How many bytes are before it. */
    start: number
    content: Uint8Array
  }
  /** Files that were taken in, or were begun to be. */
  readonly history_imports: {
    sha256: string
    region: string
    day_ms: number
    /** 0 or 1. */
    ended: number
  }
  /** The newest live entry of a region that is no longer kept. */
  readonly history_live_dropped: {
    region: string
    seq: number
  }
}

/** A connection to the history, or a transaction of one. */
export type HistoryDatabase = Kysely<HistoryTables>
