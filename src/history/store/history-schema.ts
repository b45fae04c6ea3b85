import type { Generated, Kysely } from '#libraries/kysely'

/** The history tables, equal in every database. Times are Unix milliseconds. */
export interface HistoryTables {
  /** A single row, which every write transaction locks. */
  readonly history_lease: {
    /** Always 1. */
    id: number
    /** Empty if the lease is free. */
    holder: string
    /** Increases when the lease changes hands or is released. */
    epoch: number
    expires_at_ms: number
    /** The number of the newest live entry. */
    live_seq: number
  }
  readonly history_boards: {
    id: Generated<number>
    region: string
    kind: string
    /** The id in the game. */
    board_id: string
    /** The number of stored snapshots. */
    snapshots: number
    /** The time up to which the board is downsampled to `thinned_step_ms`. */
    thinned_ms: number
    thinned_step_ms: number
  }
  /** Distinct lists of polled ranks. */
  readonly history_rank_sets: {
    id: Generated<number>
    /** A JSON list, ascending. */
    ranks: string
  }
  /** The times of snapshots. */
  readonly history_snapshots: {
    board: number
    at_ms: number
    /** The polled ranks; null for the whole board. */
    rank_set: number | null
    /** Number of the import that added it; null if collected here. */
    import?: number | null | undefined
  }
  /** The points of a rank from a snapshot on, until the next row of the same rank. */
  readonly history_points: {
    board: number
    rank: number
    at_ms: number
    /** Null without a holder, as before the first row. */
    points: number | null
  }
  /** The holders of the ranks in the newest snapshot of a board. */
  readonly history_holders: {
    board: number
    at_ms: number
    /** JSON: a list of `[rank, [[id, name, cardId, deckPower], …]]`. */
    holders: string
  }
  /** Consecutive snapshots of a UTC day whose players are known. */
  readonly history_player_spans: {
    board: number
    from_ms: number
    /** The last of these snapshots. */
    until_ms: number
  }
  /** The rank of a player from a snapshot of a span on, until the next row of the same player. */
  readonly history_player_ranks: {
    board: number
    /** The `from_ms` of the span. */
    span_ms: number
    /** The account id. */
    player: string
    at_ms: number
    /** Null: at none of the polled ranks, as before the first row. */
    rank: number | null
  }
  readonly history_gaps: {
    board: number
    from_ms: number
    /** Null while the gap is open. */
    until_ms: number | null
    reason: string
    failures: number
  }
  readonly history_anomalies: {
    board: number
    at_ms: number
    rank: number
    kind: string
    points_before: number | null
    points_after: number
  }
  /** Number of anomalies per run, including those that are not stored. */
  readonly history_anomaly_runs: {
    board: number
    run_ms: number
    anomalies: number
  }
  readonly history_predictions: {
    board: number
    made_at_ms: number
    /** JSON of a `Prediction` without its board. */
    prediction: string
  }
  /** The accuracy of predictions by region. */
  readonly history_accuracy: {
    region: string
    /** JSON of a `RegionAccuracy`. */
    accuracy: string
  }
  readonly history_watches: {
    board: number
    /** A JSON list; null for boards of songs. */
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
    /** Number of the import that supplied period and name; null if announced here. */
    import?: number | null | undefined
  }
  readonly history_live: {
    region: string
    seq: number
    at_ms: number
    /** JSON of a `LiveEvent`. */
    happening: string
  }
  /** The first export file of each day. */
  readonly history_files: {
    region: string
    day_ms: number
    sha256: string
    bytes: number
    snapshots: number
  }
  /** Export files with more snapshots than the first one of their day. */
  readonly history_file_revisions: {
    sha256: string
    region: string
    day_ms: number
    bytes: number
    snapshots: number
    /** Hash of the file that it replaces. */
    replaces: string
  }
  /** Days with a file to which snapshots were added since. */
  readonly history_changed_days: {
    region: string
    day_ms: number
  }
  readonly history_file_pieces: {
    sha256: string
    /** Offset in bytes. */
    start: number
    content: Uint8Array
  }
  /** Imported files, including unfinished imports. */
  readonly history_imports: {
    sha256: string
    region: string
    day_ms: number
    /** 0 or 1. */
    ended: number
    /** Referenced as `import` by other tables; null for an import started by an earlier version. */
    number?: number | null | undefined
    /** Number of export files of the day when the import began; later ones contain it. */
    files_before?: number | null | undefined
  }
  /** Snapshots of an import that an earlier import added with the same content. */
  readonly history_import_snapshots: {
    import: number
    board: number
    at_ms: number
  }
  /** Gaps of an import, and the stored gaps that it narrowed. */
  readonly history_import_gaps: {
    import: number
    board: number
    from_ms: number
    /** 0 for an open gap. */
    until_ms: number
    reason: string
    failures: number
    /** See `ImportedGapRole`. */
    role: string
  }
  /** Runs of an import, whether or not it added them. */
  readonly history_import_runs: {
    import: number
    region: string
    event_id: string
    starts_at_ms: number
    ends_at_ms: number
    name: string | null
  }
  /** Facts about objects of the game, by source. */
  readonly history_facts: {
    region: string
    kind: string
    /** The id in the game. */
    id: string
    /** 0 if it describes all runs. */
    starts_at_ms: number
    source: string
    /** A JSON object. */
    content: string
  }
  /** The newest deleted live entry of each region. */
  readonly history_live_dropped: {
    region: string
    seq: number
  }
}

/** A connection to the history database, or a transaction. */
export type HistoryDatabase = Kysely<HistoryTables>
