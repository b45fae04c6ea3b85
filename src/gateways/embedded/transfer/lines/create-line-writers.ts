import { createBoardLineWriters } from './board-line-writers.ts'
import { createCircleLineWriters } from './circle-line-writers.ts'
import { createDocumentLineWriters } from './document-line-writers.ts'
import type { LineWriterOptions, LineWriters } from './line-writer.ts'
import { createPlayerLineWriters } from './player-line-writers.ts'
import { createRankingLineWriters } from './ranking-line-writers.ts'

/** Prepares the writers of all files. */
export function createLineWriters(options: LineWriterOptions): LineWriters {
  return {
    ...createPlayerLineWriters(options),
    ...createBoardLineWriters(options),
    ...createRankingLineWriters(options),
    ...createCircleLineWriters(options),
    ...createDocumentLineWriters(options),
  }
}
