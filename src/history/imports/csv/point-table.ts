import type { Board, Snapshot } from '../../../game/board.ts'
import { openTemporaryDatabase } from '../../../platform/sql/open-temporary-database.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { EndedGap } from '../../history-archive.ts'

/** The points of a rank at a time, with the line that they come from. */
export interface SourcePoint {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly rank: number
  readonly points: number
  /** Index of the source among those of the conversion. */
  readonly source: number
  readonly line: number
}

/** Rows per transaction. */
const BATCH = 10_000

/** Sorts points by time and rank on disk, so that sources may have any order and size. */
export class PointTable {
  readonly #database = openTemporaryDatabase()
  readonly #insert
  readonly #find
  readonly #read
  #uncommitted = 0

  constructor() {
    this.#database.exec(
      'CREATE TABLE points (at INTEGER, rank INTEGER, points INTEGER, source INTEGER, line INTEGER, ' +
        'PRIMARY KEY (at, rank)) WITHOUT ROWID',
    )
    this.#insert = this.#database.prepare(
      'INSERT INTO points VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    this.#find = this.#database.prepare('SELECT * FROM points WHERE at = ? AND rank = ?')
    this.#read = this.#database.prepare(
      'SELECT at, rank, points FROM points WHERE at >= ? AND at < ? ORDER BY at, rank',
    )
  }

  /** Adds a point. Returns the one that the table has at that time and rank, if any, instead. */
  add({ atMs, rank, points, source, line }: SourcePoint): SourcePoint | undefined {
    if (this.#uncommitted === 0) this.#database.exec('BEGIN')
    const { changes } = this.#insert.run(atMs, rank, points, source, line)
    this.#uncommitted += 1
    if (this.#uncommitted === BATCH) this.#commit()
    if (Number(changes) > 0) return undefined
    const row = this.#find.get(atMs, rank) as Record<'points' | 'source' | 'line', number>
    return { atMs, rank, points: row.points, source: row.source, line: row.line }
  }

  /** Returns the first milliseconds of the UTC days with points, ascending. */
  days(): readonly number[] {
    this.#commit()
    const rows = this.#database
      .prepare(`SELECT DISTINCT at / ${DAY_MS} AS day FROM points ORDER BY day`)
      .all() as { day: number }[]
    return rows.map(({ day }) => day * DAY_MS)
  }

  /** Returns the periods longer than `longestMs` between two times with points, ascending. */
  gaps(longestMs: number): readonly EndedGap[] {
    this.#commit()
    const rows = this.#database
      .prepare(
        'SELECT before, at FROM (SELECT at, LAG(at) OVER (ORDER BY at) AS before FROM ' +
          '(SELECT DISTINCT at FROM points)) WHERE at - before > ? ORDER BY at',
      )
      .all(longestMs) as { before: number; at: number }[]
    return rows.map(({ before, at }) => ({
      fromMs: before,
      untilMs: at,
      reason: 'not_collected',
      failures: 0,
    }))
  }

  /**
   * Yields the snapshots of a board from `fromMs` up to `untilMs`, exclusive. A snapshot has the
   * ranks whose points are known at its time. Times at most `mergeMs` after the first of a snapshot
   * belong to it, as long as no rank occurs twice; its own time is the last of them.
   */
  *snapshots(board: Board, fromMs: number, untilMs: number, mergeMs: number): Generator<Snapshot> {
    this.#commit()
    let rows = new Map<number, number>()
    let [firstMs, lastMs] = [fromMs, fromMs]
    for (const time of this.#times(fromMs, untilMs)) {
      const isPart =
        time.atMs - firstMs <= mergeMs && !time.rows.keys().some((rank) => rows.has(rank))
      if (!isPart && rows.size > 0) yield snapshotOf(board, lastMs, rows)
      if (isPart && rows.size > 0) for (const [rank, points] of time.rows) rows.set(rank, points)
      else {
        rows = time.rows
        firstMs = time.atMs
      }
      lastMs = time.atMs
    }
    if (rows.size > 0) yield snapshotOf(board, lastMs, rows)
  }

  /** Yields the points of each time, by rank. */
  *#times(fromMs: number, untilMs: number): Generator<{ atMs: number; rows: Map<number, number> }> {
    let time: { atMs: number; rows: Map<number, number> } | undefined
    const points = this.#read.iterate(fromMs, untilMs) as Iterable<
      Record<'at' | 'rank' | 'points', number>
    >
    for (const { at, rank, points: value } of points) {
      if (time !== undefined && time.atMs !== at) yield time
      if (time?.atMs !== at) time = { atMs: at, rows: new Map() }
      time.rows.set(rank, value)
    }
    if (time !== undefined) yield time
  }

  /** Deletes the table. */
  close(): void {
    this.#database.close()
  }

  #commit(): void {
    if (this.#uncommitted > 0) this.#database.exec('COMMIT')
    this.#uncommitted = 0
  }
}

function snapshotOf(
  board: Board,
  fetchedAtMs: number,
  points: ReadonlyMap<number, number>,
): Snapshot {
  const rows = [...points]
    .toSorted(([one], [other]) => one - other)
    .map(([rank, value]) => ({ rank, points: value, holders: [] }))
  return { board, fetchedAtMs, ranks: rows.map(({ rank }) => rank), rows }
}
