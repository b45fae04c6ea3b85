import type { DatabaseSync } from 'node:sqlite'
import { readFile, stat } from 'node:fs/promises'
import type { Region } from '../../game/region.ts'
import { changeDataset } from '../changes/change-dataset.ts'
import { indexCircles } from '../circle-search/index-circles.ts'
import { CARDS_FOLDER, type DataFileName, LINE_BYTES_MAX } from './data-files.ts'
import { DataProblem, formatProblem } from './data-problem.ts'
import { findDataFiles, type CardFile, type FoundFiles, type LineFile } from './find-data-files.ts'
import { createDeckKeys } from './lines/deck-keys.ts'
import { createLineWriters } from './lines/line-writers.ts'
import type { LineWriter, LineWriters } from './lines/line-writer.ts'
import { createSeenKeys, type SeenKeys } from './lines/seen-keys.ts'
import { compileLineParser } from './parse-data-line.ts'
import { readLines } from './read-lines.ts'
import { checkPng } from '../../upstream/check-png.ts'

/**
 * The progress of an import. Bytes are those of all files; the total excludes pipes, whose size is
 * unknown.
 */
export interface ImportProgress {
  /** The current file. */
  readonly path: string
  /** Lines or cards read from it so far. */
  readonly rows: number
  readonly bytes: number
  readonly totalBytes: number
}

/** The result of one file; all valid cards form one result. */
export interface ImportedFile {
  /** The kind of data file; `undefined` for cards. */
  readonly name?: DataFileName
  readonly path: string
  /** Imported lines or cards; 0 with a problem. */
  readonly rows: number
  /** The problem in one sentence that names file, line and field. */
  readonly problem: string | undefined
}

/** Options of {@link importData}. */
export interface ImportOptions {
  /** The dataset to change; created if missing. */
  readonly file: string
  /** Data files, and directories with data files; or what was found there. */
  readonly paths: readonly string[] | FoundFiles
  readonly onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports data files into a dataset. Each file is imported completely, or not at all if it has a
 * problem; the others are still imported. The changed dataset replaces the old one atomically at
 * the end. Throws before reading if a path is not a data file. The caller prevents concurrent
 * changes of the dataset.
 */
export async function importData(options: ImportOptions): Promise<readonly ImportedFile[]> {
  const { paths } = options
  const found = 'lines' in paths ? paths : await findDataFiles(paths)
  requireDataFiles(found)
  const imported: ImportedFile[] = []
  await changeDataset(options.file, async (database) => {
    const tell = createProgressReport(found, options.onProgress ?? (() => {}))
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
    // With imported data it is no longer a demo.
    database.exec('PRAGMA application_id = 0')
    return imported.some(({ problem }) => problem === undefined)
  })
  return imported
}

/** Throws if a path is not a data file. */
export function requireDataFiles({ problems }: Pick<FoundFiles, 'problems'>): void {
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\nNothing was changed.`)
}

type ReportProgress = (path: string, rows: number, bytesMore: number) => void

function createProgressReport(
  { lines, cards }: FoundFiles,
  onProgress: (p: ImportProgress) => void,
): ReportProgress {
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
  readonly tell: ReportProgress
}

async function importLines(
  database: DatabaseSync,
  { file, writers, seen, tell }: LineImport,
): Promise<ImportedFile> {
  const { name, path } = file
  const readLine = compileLineParser(name)
  // Reader and writer belong to the same file, which the type of a table entry cannot express.
  const writer = writers[name] as LineWriter<ReturnType<typeof readLine>>
  let rows = 0
  const problem = await inTransaction(database, path, async () => {
    seen.clear()
    writer.start()
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
  { cards, tell }: { readonly cards: readonly CardFile[]; readonly tell: ReportProgress },
): Promise<ImportedFile[]> {
  const writeCard = prepareWriteCard(database)
  const failed: ImportedFile[] = []
  database.exec('BEGIN')
  for (const [at, card] of cards.entries()) {
    try {
      await writeCard(card)
    } catch (error) {
      failed.push({ path: card.path, rows: 0, problem: formatProblem(card.path, problemOf(error)) })
    }
    tell(card.path, at + 1 - failed.length, card.bytes)
  }
  database.exec('COMMIT')
  const rows = cards.length - failed.length
  return rows > 0 ? [...failed, { path: CARDS_FOLDER, rows, problem: undefined }] : failed
}

/** Runs the import of one file in a transaction. Rolls back and returns the problem, if any. */
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
    return formatProblem(path, problem)
  }
}

/** Returns the problem that an error indicates; rethrows errors not caused by the file. */
function problemOf(error: unknown): DataProblem {
  if (error instanceof DataProblem) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return new DataProblem(`cannot be read (${code})`)
}

/**
 * Prepares the writer of profile cards; an existing page is replaced. Rejects with a {@link
 * DataProblem}, without writing, if a file is too large or not a complete PNG, and if the player
 * does not exist.
 */
function prepareWriteCard(database: DatabaseSync): (card: CardFile) => Promise<void> {
  const find = database.prepare(
    'SELECT player_key FROM players WHERE region = ? AND profile_id = ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO profile_cards VALUES (?, ?, ?)')
  return async ({ region, profileId, page, path }) => {
    const player = find.get(region, profileId) as { player_key: number } | undefined
    if (player === undefined) {
      throw new DataProblem('has an unknown profile id: import players first')
    }
    const { size } = await stat(path)
    if (size > LINE_BYTES_MAX) throw new DataProblem(`is larger than ${LINE_BYTES_MAX} bytes`)
    const png = await readFile(path)
    const problem = checkPng(png)
    if (problem !== undefined) throw new DataProblem(problem)
    put.run(player.player_key, page, png)
  }
}
