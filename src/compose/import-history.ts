import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import type { HistoryArchive } from '../domain/history-archive.ts'
import { parseExportName } from '../snapshots/exports/export-day.ts'
import { makeFiles } from '../snapshots/exports/make-files.ts'
import { ExportProblem } from '../snapshots/imports/export-problem.ts'
import { fetchFile, listUrls, readList, type ListedFile } from '../snapshots/imports/mirror.ts'
import { takeInFile, type TakenIn } from '../snapshots/imports/take-in-file.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openArchive } from './open-archive.ts'
import { machine } from './world.ts'

/** What came of one file, or of one address or folder that gave none. */
export interface HistoryImport {
  /** A name, a path or an address. */
  readonly source: string
  /** `undefined` when there was a problem. */
  readonly taken?: TakenIn | undefined
  /** What is wrong, in words for a person. */
  readonly problem?: string | undefined
}

/** Hears how far an import is: of which file, and of how many. */
export type OnHistoryImport = (name: string, at: number, of: number) => void

/**
 * Takes in files of history by their paths, those of folders, and those that other instances list (by the address of a list, or of an
 * instance), the first day first; then makes the files of days that have none. Works beside a serving process. What is known already
 * is neither fetched nor changed.
 */
export async function importHistory(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  sources: readonly string[],
  onFile: OnHistoryImport,
): Promise<readonly HistoryImport[]> {
  makeDataFolder(config)
  const archive = await openArchive(config, machine.clock)
  const results: HistoryImport[] = []
  try {
    for (const source of sources) {
      const isUrl = /^https?:\/\//.test(source)
      const found = isUrl ? mirror(archive, source, onFile) : readFolder(archive, source, onFile)
      for await (const result of found) results.push(result)
    }
    await makeFiles(archive, machine.clock.nowMs(), () => {})
  } finally {
    await archive.close()
  }
  return results
}

async function* readFolder(
  archive: HistoryArchive,
  path: string,
  onFile: OnHistoryImport,
): AsyncGenerator<HistoryImport> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return yield { source: path, problem: 'It is not there.' }
  const paths = found.isDirectory()
    ? (await readdir(path)).filter((name) => parseExportName(name) !== undefined).toSorted()
    : undefined
  if (paths?.length === 0) {
    yield { source: path, problem: 'It has no files of history.' }
  }
  for (const [at, name] of (paths ?? ['']).entries()) {
    const file = join(path, name)
    onFile(basename(file), at, paths?.length ?? 1)
    yield await takeInPath(archive, basename(file), file)
  }
}

async function* mirror(
  archive: HistoryArchive,
  url: string,
  onFile: OnHistoryImport,
): AsyncGenerator<HistoryImport> {
  for (const list of listUrls(url)) {
    try {
      const missing = await missingOf(archive, await readList(list, machine.clock))
      for (const [at, file] of missing.entries()) {
        onFile(file.name, at, missing.length)
        yield await takeInUrl(archive, file)
      }
    } catch (error) {
      yield { source: list, problem: problemOf(error) }
    }
  }
}

/** Those that were neither taken in before nor made here. */
async function missingOf(
  archive: HistoryArchive,
  listed: readonly ListedFile[],
): Promise<readonly ListedFile[]> {
  const missing = []
  for (const file of listed) {
    const region = parseExportName(file.name)?.region
    const own = region === undefined ? [] : await archive.files(region)
    const isOwn = own.some(({ sha256 }) => sha256 === file.sha256)
    if (!isOwn && !(await archive.isTakenIn(file.sha256))) missing.push(file)
  }
  return missing
}

/** Fetches a file into a folder of its own, for it is looked at whole before anything is changed. */
async function takeInUrl(archive: HistoryArchive, file: ListedFile): Promise<HistoryImport> {
  const folder = await mkdtemp(join(tmpdir(), 'backline-history-'))
  try {
    const path = join(folder, file.name)
    await pipeline(fetchFile(file, machine.clock), createWriteStream(path))
    return await takeInPath(archive, file.name, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function takeInPath(
  archive: HistoryArchive,
  name: string,
  path: string,
): Promise<HistoryImport> {
  try {
    const file = { name, read: () => createReadStream(path) }
    const taken = await takeInFile(archive, file, machine.clock.nowMs())
    return { source: name, taken }
  } catch (error) {
    return { source: name, problem: `${problemOf(error)} Nothing of it was taken in.` }
  }
}

/** What is wrong with a file is for the person who gave it; whatever else goes wrong ends the command. */
function problemOf(error: unknown): string {
  if (error instanceof ExportProblem) return error.message
  throw error
}
