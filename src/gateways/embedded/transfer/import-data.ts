import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../domain/region.ts'
import { changeDataset } from '../change-dataset.ts'
import { indexCircles } from '../circle-search/index-circles.ts'
import { CARDS_FOLDER, type DataFileName } from './data-files.ts'
import { DataProblem, sayProblem } from './data-problem.ts'
import { findDataFiles, type CardFile, type FoundFiles, type LineFile } from './find-data-files.ts'
import { createDeckKeys } from './lines/deck-keys.ts'
import { createLineWriters } from './lines/create-line-writers.ts'
import type { LineWriter, LineWriters } from './lines/line-writer.ts'
import { createSeenKeys, type SeenKeys } from './lines/seen-keys.ts'
import { compileReadLine } from './read-data-line.ts'
import { readLines } from './read-lines.ts'
import { prepareWriteCard } from './write-card.ts'

/** How far an import is. Bytes are those of all files; the total is too small where a pipe does not say its size. */
export interface ImportProgress {
  /** The file that is being read. */
  readonly path: string
  /** Lines of that file so far, or cards. */
  readonly rows: number
  readonly bytes: number
  readonly totalBytes: number
}

/** What became of one file; the cards without a problem are told as one. */
export interface ImportedFile {
  /** Which file of data it is; `undefined` for cards. */
  readonly name?: DataFileName
  readonly path: string
  /** Lines, or cards, that are in the dataset now; 0 with a problem. */
  readonly rows: number
  /** What is wrong, in one sentence that names file, line and field. */
  readonly problem: string | undefined
}

/** What an import is made from. */
export interface ImportOptions {
  /** The dataset that is changed, or made when there is none. */
  readonly file: string
  /** Files of data, and folders with such files. */
  readonly paths: readonly string[]
  readonly onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports files of data into a dataset. Each file goes in whole or, with any problem, not at all; the others still go
 * in. The dataset is replaced by the changed one at the end, at once. Throws before anything is read when a path is
 * no file of data. The caller sees to it that no one else changes the dataset meanwhile.
 */
export async function importData(options: ImportOptions): Promise<readonly ImportedFile[]> {
  const found = await findDataFiles(options.paths)
  if (found.problems.length > 0) {
    throw new Error(`${found.problems.join('\n')}\nNothing was changed.`)
  }
  const imported: ImportedFile[] = []
  await changeDataset(options.file, async (database) => {
    const tell = createTell(found, options.onProgress ?? (() => {}))
    const decks = createDeckKeys(database)
    const seen = createSeenKeys(database)
    const circleRegions = new Set<Region>()
    const writers = createLineWriters({ database, decks, seen, circleRegions })
    for (const file of found.lines) {
      imported.push(await importLines(database, { file, writers, seen, tell }))
    }
    if (found.cards.length > 0) {
      imported.push(...(await importCards(database, { cards: found.cards, tell })))
    }
    decks.removeUnused()
    if (imported.some(({ name, problem }) => name === 'circles' && problem === undefined)) {
      database.exec('BEGIN')
      indexCircles(database, { regions: [...circleRegions] })
      database.exec('COMMIT')
    }
    // What was a demo is more than that now.
    database.exec('PRAGMA application_id = 0')
    return imported.some(({ problem }) => problem === undefined)
  })
  return imported
}

type Tell = (path: string, rows: number, bytesMore: number) => void

function createTell({ lines, cards }: FoundFiles, onProgress: (p: ImportProgress) => void): Tell {
  const totalBytes = [...lines, ...cards].reduce((sum, file) => sum + file.bytes, 0)
  let bytes = 0
  return (path, rows, bytesMore) => {
    bytes += bytesMore
    onProgress({ path, rows, bytes, totalBytes })
  }
}

interface LineImport {
  readonly file: LineFile
  readonly writers: LineWriters
  readonly seen: SeenKeys
  readonly tell: Tell
}

async function importLines(
  database: DatabaseSync,
  { file, writers, seen, tell }: LineImport,
): Promise<ImportedFile> {
  const { name, path } = file
  const readLine = compileReadLine(name)
  // The reader and the writer are of one file, which the type of an entry of the table cannot say.
  const writer = writers[name] as LineWriter<ReturnType<typeof readLine>>
  let rows = 0
  const problem = await inTransaction(database, path, async () => {
    seen.clear()
    writer.begin()
    const take = (bytes: Uint8Array, line: number) => {
      writer.write(readLine(bytes), line)
      rows = line
    }
    await readLines(path, take, (bytes) => tell(path, rows, bytes))
  })
  return { name, path, rows: problem === undefined ? rows : 0, problem }
}

async function importCards(
  database: DatabaseSync,
  { cards, tell }: { readonly cards: readonly CardFile[]; readonly tell: Tell },
): Promise<ImportedFile[]> {
  const writeCard = prepareWriteCard(database)
  const failed: ImportedFile[] = []
  database.exec('BEGIN')
  for (const [at, card] of cards.entries()) {
    try {
      await writeCard(card)
    } catch (error) {
      failed.push({ path: card.path, rows: 0, problem: sayProblem(card.path, problemOf(error)) })
    }
    tell(card.path, at + 1 - failed.length, card.bytes)
  }
  database.exec('COMMIT')
  const rows = cards.length - failed.length
  return rows > 0 ? [...failed, { path: CARDS_FOLDER, rows, problem: undefined }] : failed
}

/** Runs the import of one file: all of it is kept, or nothing and the answer is what was wrong. */
async function inTransaction(
  database: DatabaseSync,
  path: string,
  run: () => Promise<void>,
): Promise<string | undefined> {
  database.exec('BEGIN')
  try {
    await run()
    database.exec('COMMIT')
    return undefined
  } catch (error) {
    const problem = problemOf(error)
    database.exec('ROLLBACK')
    return sayProblem(path, problem)
  }
}

/** What an error says of the file; one that is not the file's fault is thrown on. */
function problemOf(error: unknown): DataProblem {
  if (error instanceof DataProblem) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return new DataProblem(`cannot be read (${code})`)
}
