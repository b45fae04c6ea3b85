import type { Board, Snapshot } from './board.ts'
import type { GameEvent } from './game-event.ts'
import type { Gap } from './history-store.ts'
import type { Region } from './region.ts'

/** A gap that is over. */
export interface EndedGap extends Gap {
  readonly untilMs: number
}

/** A file that holds what was collected on one UTC day in one region. It never changes. */
export interface ExportFile {
  readonly region: Region
  /** The first millisecond of the day. */
  readonly dayMs: number
  /** Of the bytes of the file, in hexadecimal digits. */
  readonly sha256: string
  /** The length of the file, compressed as it is. */
  readonly bytes: number
  /** How many snapshots are in it. */
  readonly snapshots: number
}

/** What was collected elsewhere of one board on one UTC day. */
export interface CollectedElsewhere {
  readonly board: Board
  /** Its first millisecond. */
  readonly dayMs: number
  /** Ascending by time, all of that day; without holders. Gone through once. */
  readonly snapshots: Iterable<Snapshot>
  /** Ascending; each has ended on that day. */
  readonly gaps: readonly EndedGap[]
}

/**
 * The side of a history store that whole days go in and out by. Needs no lease: days that are over are no longer collected, and the
 * command line works beside a running collector. Each call is whole or not at all. Days are named by their first millisecond.
 */
export interface HistoryArchive {
  /**
   * The days of a region that have a snapshot or the end of a gap, end at or before `untilMs`, and have no file yet; ascending, at most
   * `max`. A day whose import was begun and not ended is not among them.
   */
  daysWithoutFile(region: Region, untilMs: number, max: number): Promise<readonly number[]>
  /** All known runs of events of a region. */
  events(region: Region): Promise<readonly GameEvent[]>
  /** The boards of a region that have any history. */
  boards(region: Region): Promise<readonly Board[]>
  /** The snapshots of a board from `fromMs` on and before `untilMs`, ascending, at most `max`; without holders. */
  snapshots(
    board: Board,
    fromMs: number,
    untilMs: number,
    max: number,
  ): Promise<readonly Snapshot[]>
  /** The gaps of a board that ended from `fromMs` on and before `untilMs`, ascending. */
  endedGaps(board: Board, fromMs: number, untilMs: number): Promise<readonly EndedGap[]>

  /**
   * Keeps the file of a day. The first one of a region and day stays, and none is kept while the day is being taken in: returns whether
   * it was this one.
   */
  putFile(file: ExportFile, content: Uint8Array): Promise<boolean>
  /** All files of a region, the first day first. */
  files(region: Region): Promise<readonly ExportFile[]>
  /** Up to 64 KiB of a file from an offset on, which is a multiple of that; `undefined` at its end, or when there is no such file. */
  filePiece(sha256: string, offset: number): Promise<Uint8Array | undefined>

  /** Whether a file, by the SHA-256 of its bytes, was taken in to its end. */
  isTakenIn(sha256: string): Promise<boolean>
  /** A file is going to be taken in: until that has ended, the day gets no file of its own. */
  beginImport(file: Pick<ExportFile, 'region' | 'dayMs' | 'sha256'>): Promise<void>
  /**
   * Adds what was collected elsewhere where nothing was collected here: what lies before the first snapshot that is known of the board
   * on that day, and behind the last one; between them, nothing. Of known gaps goes what is filled by that; of new ones, those are
   * added that overlap with nothing known. To do it again changes nothing. Returns how many snapshots were added.
   */
  takeIn(collected: CollectedElsewhere): Promise<number>
  /** Adds runs of events, and renews those that are known by region, id and start. */
  takeInEvents(events: readonly GameEvent[]): Promise<void>
  /** All of a file was taken in. */
  endImport(sha256: string): Promise<void>
  /** Resolves when nothing of it is open any more. Idempotent. */
  close(): Promise<void>
}
