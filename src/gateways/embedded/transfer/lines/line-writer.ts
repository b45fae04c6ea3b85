import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../../domain/region.ts'
import type { DataFileName, DataLine } from '../data-files.ts'
import type { DeckKeys } from './deck-keys.ts'
import type { SeenKeys } from './seen-keys.ts'

/** What all writers of lines stand on. */
export interface LineWriterOptions {
  readonly database: DatabaseSync
  readonly seen: SeenKeys
  readonly decks: DeckKeys
  /** Gets the regions of which circles have been written, whether or not they are kept. */
  readonly circleRegions: Set<Region>
}

/** How the lines of one file get into a dataset. */
export interface LineWriter<Line> {
  /** Called before the first line of each file. */
  begin(): void
  /** Writes one line, in the place of what had its keys. Throws a `DataProblem` for one that cannot be written. */
  write(line: Line, number: number): void
}

/** The writers of all files. A file without one does not compile. */
export type LineWriters = { readonly [Name in DataFileName]: LineWriter<DataLine<Name>> }

/** A writer that needs nothing before the first line. */
export function simply<Line>(write: LineWriter<Line>['write']): LineWriter<Line> {
  return { begin: () => {}, write }
}
