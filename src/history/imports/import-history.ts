import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HistoryArchive } from '../history-archive.ts'
import { parseExportName } from '../exports/export-file-name.ts'
import { exportDays } from '../exports/export-days.ts'
import { ExportProblem } from './import-problem.ts'
import { fetchFile, listUrls, parseList, type ListedFile } from './mirror.ts'
import { importFile, type ImportedDay } from './import-file.ts'
import { createWorkFolder } from '../../platform/files/work-directory.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openArchive } from '../store/archive/open-archive.ts'
import { systemPlatform } from '../../platform/platform.ts'

/** The result of one file, or of a source that has none. */
export interface HistoryImport {
  /** A file name, a path or a URL. */
  readonly source: string
  /** `undefined` when there was a problem. */
  readonly imported?: ImportedDay | undefined
  /** The problem, for the user. */
  readonly problem?: string | undefined
}

/** Called before each file: its name, its index, and the number of files of the source. */
export type OnHistoryImport = (name: string, at: number, of: number) => void

/**
 * Imports export files by path, those in folders, and those that other instances list (by the URL
 * of a list, or of an instance), oldest day first; then creates the missing export files. Works
 * beside a serving process. Known files are neither downloaded nor changed.
 */
export async function importHistory(
  config: DatabaseConfig,
  sources: readonly string[],
  onFile: OnHistoryImport,
): Promise<readonly HistoryImport[]> {
  prepareDataDirectory(config)
  const archive = await openArchive(config, systemPlatform.clock)
  const results: HistoryImport[] = []
  try {
    for (const source of sources) {
      const isUrl = /^https?:\/\//.test(source)
      const found = isUrl
        ? mirror(archive, config.dataDir, { url: source, onFile })
        : readFolder(archive, source, onFile)
      for await (const result of found) results.push(result)
    }
    await exportDays(archive, systemPlatform.clock.nowMs(), () => {})
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
  if (found === undefined) return yield { source: path, problem: 'No such file or folder.' }
  const paths = found.isDirectory()
    ? (await readdir(path)).filter((name) => parseExportName(name) !== undefined).toSorted()
    : undefined
  if (paths?.length === 0) {
    yield { source: path, problem: 'The folder has no export files.' }
  }
  for (const [at, name] of (paths ?? ['']).entries()) {
    const file = join(path, name)
    onFile(basename(file), at, paths?.length ?? 1)
    yield await importPath(archive, basename(file), file)
  }
}

async function* mirror(
  archive: HistoryArchive,
  dataDir: string,
  { url, onFile }: { readonly url: string; readonly onFile: OnHistoryImport },
): AsyncGenerator<HistoryImport> {
  for (const list of listUrls(url)) {
    try {
      const missing = await missingOf(archive, await parseList(list, systemPlatform.clock))
      for (const [at, file] of missing.entries()) {
        onFile(file.name, at, missing.length)
        yield await importUrl(archive, dataDir, file)
      }
    } catch (error) {
      yield { source: list, problem: problemOf(error) }
    }
  }
}

/** Returns the listed files that were neither imported nor created here. */
async function missingOf(
  archive: HistoryArchive,
  listed: readonly ListedFile[],
): Promise<readonly ListedFile[]> {
  const missing = []
  for (const file of listed) {
    const region = parseExportName(file.name)?.region
    const own = region === undefined ? [] : await archive.files(region)
    const isOwn = own.some(({ sha256 }) => sha256 === file.sha256)
    if (!isOwn && !(await archive.isImported(file.sha256))) missing.push(file)
  }
  return missing
}

/**
 * Downloads a file into a temporary folder, because it is validated completely before any change.
 */
async function importUrl(
  archive: HistoryArchive,
  dataDir: string,
  file: ListedFile,
): Promise<HistoryImport> {
  const folder = createWorkFolder(dataDir, 'history-import')
  try {
    const path = join(folder.path, file.name)
    await pipeline(fetchFile(file, systemPlatform.clock), createWriteStream(path))
    return await importPath(archive, file.name, path)
  } finally {
    folder.remove()
  }
}

async function importPath(
  archive: HistoryArchive,
  name: string,
  path: string,
): Promise<HistoryImport> {
  try {
    const file = { name, read: () => createReadStream(path) }
    const imported = await importFile(archive, file, systemPlatform.clock.nowMs())
    return { source: name, imported }
  } catch (error) {
    return { source: name, problem: `${problemOf(error)} Nothing was imported from it.` }
  }
}

/**
 * Returns the message of a problem with a file. Rethrows any other error, which ends the command.
 */
function problemOf(error: unknown): string {
  if (error instanceof ExportProblem) return error.message
  throw error
}
