import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../game/region.ts'
import type { DataFileName, DataLine } from '../data-files.ts'
import type { DeckKeys } from './deck-keys.ts'
import type { SeenKeys } from './seen-keys.ts'

/** Options of all line writers. */
export interface LineWriterOptions {
  readonly database: DatabaseSync
  readonly seen: SeenKeys
  readonly decks: DeckKeys
  /** Collects the regions whose circles were written, even if their file was rolled back. */
  readonly circleRegions: Set<Region>
}

/** Writes the lines of one file into a dataset. */
export interface LineWriter<Line> {
  /** Called before the first line of each file. */
  start(): void
  /**
   * Writes one line, replacing an object with the same keys. Throws a `DataProblem` for an invalid
   * line.
   */
  write(line: Line, number: number): void
}

/** The writers of all files. A missing entry does not compile. */
export type LineWriters = { readonly [Name in DataFileName]: LineWriter<DataLine<Name>> }

/** Creates a writer that needs no preparation before the first line. */
export function createStatelessWriter<Line>(write: LineWriter<Line>['write']): LineWriter<Line> {
  return { start: () => {}, write }
}
