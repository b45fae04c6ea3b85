import { createBoardLineWriters } from './board-lines.ts'
import { createCircleLineWriters } from './circle-lines.ts'
import { createDocumentLineWriters } from './document-lines.ts'
import type { LineWriterOptions, LineWriters } from './line-writer.ts'
import { createPlayerLineWriters } from './player-lines.ts'
import { createRankingLineWriters } from './ranking-lines.ts'

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
