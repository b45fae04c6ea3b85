import type { Board, Snapshot } from '../game/board.ts'
import type { GameEvent } from '../game/game-event.ts'
import type { Gap, KnownRun, RunQuery } from './history-store.ts'
import type { Region } from '../game/region.ts'

/** A gap that has ended. */
export interface EndedGap extends Gap {
  readonly untilMs: number
}

/**
 * An export file: the history of one region and UTC day. It is immutable; data that arrives later
 * leads to a new file that replaces it and contains all data of the day.
 */
export interface ExportFile {
  readonly region: Region
  /** The first millisecond of the day. */
  readonly dayMs: number
  /** SHA-256 of the compressed file, in hexadecimal. */
  readonly sha256: string
  /** Size of the compressed file. */
  readonly bytes: number
  /** Number of snapshots in it. */
  readonly snapshots: number
  /** Hash of the file of the same day that this one replaces, if any. */
  readonly replaces?: string
}

/** The history of one board and UTC day, to import. */
export interface BoardDay {
  readonly board: Board
  /** First millisecond of the day. */
  readonly dayMs: number
  /** The times of its snapshots, ascending, in Unix milliseconds. */
  readonly times: readonly number[]
  /** The snapshots of that day, ascending by time, without holders. Iterated once. */
  readonly snapshots: Iterable<Snapshot>
  /** The gaps that ended on that day, ascending. */
  readonly gaps: readonly EndedGap[]
}

/** An imported file, including an unfinished import. */
export interface ImportRecord {
  readonly region: Region
  /** First millisecond of its day. */
  readonly dayMs: number
  readonly sha256: string
  /** False while an import runs, and after it was interrupted. */
  readonly isComplete: boolean
  /** Whether the store knows what it added: false for an import by an earlier version. */
  readonly isTraceable: boolean
}

/** The result of forgetting an import. */
export interface ForgottenImport {
  readonly region: Region
  /** First millisecond of its day. */
  readonly dayMs: number
  readonly sha256: string
  /** Number of deleted snapshots. */
  readonly snapshots: number
  /**
   * Number of snapshots that it had added and that stay, because another imported file has them
   * too.
   */
  readonly keptSnapshots: number
  /** Number of deleted gaps. */
  readonly gaps: number
  /** Number of deleted event runs. */
  readonly runs: number
  /** Hashes of the deleted export files: those of the day from after the import began. */
  readonly exports: readonly string[]
  /** Hashes of the other imported files of the day, which can be imported again. */
  readonly others: readonly string[]
}

/** Counts of the snapshots and gaps that a repair deleted or changed. */
export interface DroppedFuture {
  readonly snapshots: number
  readonly gaps: number
}

/**
 * The part of a history store that imports and exports whole days. Needs no lease: past days are no
 * longer collected, and the command line works beside a running collector. Each call is atomic. A
 * day is identified by its first millisecond.
 */
export interface HistoryArchive {
  /**
   * Returns at most `max` days of a region, ascending, that end at or before `untilMs`, have a
   * snapshot or the end of a gap, and lack an up-to-date file. Excludes days with an unfinished
   * import.
   */
  daysWithoutFile(region: Region, untilMs: number, max: number): Promise<readonly number[]>
  /** Returns at most 1,000 runs of an event, latest start first. */
  events(region: Region, id: string): Promise<readonly GameEvent[]>
  /** Returns the runs that a query selects, latest start first; equal starts by id. */
  runs(query: RunQuery): Promise<readonly KnownRun[]>
  /** Returns the boards of a region that have history. */
  boards(region: Region): Promise<readonly Board[]>
  /**
   * Returns at most `max` snapshots of a board in [`fromMs`, `untilMs`), ascending, without
   * holders.
   */
  snapshots(
    board: Board,
    fromMs: number,
    untilMs: number,
    max: number,
  ): Promise<readonly Snapshot[]>
  /** Returns the gaps of a board that ended in [`fromMs`, `untilMs`), ascending. */
  endedGaps(board: Board, fromMs: number, untilMs: number): Promise<readonly EndedGap[]>

  /**
   * Stores the file of a day. Earlier files of the day stay available; a file with more snapshots
   * than the newest one replaces it. Returns false, without storing it, during an import of the day
   * or when data was added since the file was built.
   */
  putFile(file: ExportFile, content: Uint8Array): Promise<boolean>
  /** Returns all files of a region, ascending by day. */
  files(region: Region): Promise<readonly ExportFile[]>
  /**
   * Returns up to 64 KiB of a file at an offset that is a multiple of 64 KiB; `undefined` at its
   * end or for an unknown file.
   */
  filePiece(sha256: string, offset: number): Promise<Uint8Array | undefined>

  /** Returns whether the file with this SHA-256 was imported completely. */
  isImported(sha256: string): Promise<boolean>
  /**
   * Marks the start of an import, or continues one that was interrupted. Until it ends, no export
   * file of the day is stored.
   */
  startImport(file: Pick<ExportFile, 'region' | 'dayMs' | 'sha256'>): Promise<void>
  /**
   * Imports the history of a board and day where this store has none: before its first stored
   * snapshot of the day, after its last one, and between two consecutive stored snapshots that both
   * sides have. Stored gaps shrink by the imported periods; imported gaps are added when they
   * overlap nothing stored. Writes in small transactions and lets other writers in between them; an
   * interrupted call can be repeated with the same history. Idempotent. Returns the number of added
   * snapshots. Rejects without a started import of this SHA-256.
   */
  importDay(sha256: string, collected: BoardDay): Promise<number>
  /**
   * Adds event runs of a started import, by region, id and start. Runs announced here stay as they
   * are.
   */
  importEvents(sha256: string, events: readonly GameEvent[]): Promise<void>
  /** Marks a file as imported completely. */
  endImport(sha256: string): Promise<void>
  /** Returns all imports, by day. */
  imports(): Promise<readonly ImportRecord[]>
  /**
   * Deletes what an imported file added: snapshots, gaps and runs that neither this instance
   * collected nor another imported file has, the export files that contain them, and the record of
   * the import. Gaps that it had narrowed are restored. Writes in small transactions; an
   * interrupted call can be repeated. `undefined`: no such import. Rejects with `UntraceableImport`
   * for an import by an earlier version.
   */
  forgetImport(sha256: string): Promise<ForgottenImport | undefined>
  /**
   * Deletes snapshots and gaps that are in the future by the clock of the store, written by a
   * collector whose clock was ahead. A gap that one of them ended is open again. A running
   * collector restarts from what remains. Returns the deleted counts.
   */
  dropFuture(): Promise<DroppedFuture>
  /** Closes the archive. Resolves when all its resources are released. Idempotent. */
  close(): Promise<void>
}
