import { DataProblem, formatProblem } from '../../dataset/transfer/data-problem.ts'
import type { OtherFile } from '../../dataset/transfer/find-data-files.ts'
import type { ImportProgress } from '../../dataset/transfer/import-data.ts'
import { readLines } from '../../dataset/transfer/read-lines.ts'
import { PATCHES_MAX, type Fact, type FactStore } from '../calendar/fact.ts'
import { MASTER_FILE_NAMES, type MasterFileName } from './master-files.ts'
import { compileMasterLineParser } from './parse-master-line.ts'

/** Maximum lines of a file, because it stays in memory until it is validated completely. */
const LINES_MAX = 200_000

/** The result of one file. */
export interface ImportedMasterFile {
  readonly path: string
  /** Imported lines; 0 with a problem. */
  readonly rows: number
  /** The problem in one sentence that names file, line and field. */
  readonly problem: string | undefined
}

/**
 * Imports master-data files into the history store. Each file is validated completely before any of
 * it is written; a file with a problem changes nothing, and the others are still imported. Servers
 * use the new data at once.
 */
export async function importMasterData(
  store: Pick<FactStore, 'patchFacts'>,
  files: readonly OtherFile[],
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly ImportedMasterFile[]> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const imported: ImportedMasterFile[] = []
  let bytes = 0
  for (const { name, path } of files) {
    try {
      const patches = await readPatches(name, path, (more, rows) => {
        bytes += more
        onProgress({ path, rows, bytes, totalBytes })
      })
      for (let at = 0; at < patches.length; at += PATCHES_MAX) {
        await store.patchFacts(patches.slice(at, at + PATCHES_MAX))
      }
      imported.push({ path, rows: patches.length, problem: undefined })
    } catch (error) {
      imported.push({ path, rows: 0, problem: formatProblem(path, problemOf(error)) })
    }
  }
  return imported
}

async function readPatches(
  name: string,
  path: string,
  onRead: (bytes: number, rows: number) => void,
): Promise<readonly Fact[]> {
  const known = MASTER_FILE_NAMES.find((one): one is MasterFileName => one === name)
  if (known === undefined) throw new DataProblem('is not a master-data file')
  const parse = compileMasterLineParser(known)
  const lines = new Map<string, number>()
  const patches: Fact[] = []
  const take = (bytes: Uint8Array, line: number) => {
    if (line > LINES_MAX) throw new DataProblem(`has more than ${LINES_MAX} lines`)
    const patch = parse(bytes)
    const key = `${patch.region} ${patch.id}`
    const before = lines.get(key)
    if (before !== undefined) {
      throw new DataProblem(`is a duplicate of line ${before}`, { field: 'id' })
    }
    lines.set(key, line)
    patches.push(patch)
  }
  await readLines(path, take, (bytes) => onRead(bytes, patches.length))
  return patches
}

/** Returns the problem that an error indicates; rethrows errors not caused by the file. */
function problemOf(error: unknown): DataProblem {
  if (error instanceof DataProblem) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return new DataProblem(`cannot be read (${code})`)
}
