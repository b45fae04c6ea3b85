import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_VERSION } from './dataset-schema.ts'

/** The most that SQLite maps of a file. What it does not map, it reads page by page with a call to the system each. */
const MAPPED_BYTES_MAX = 0x7fff_0000

/** The version of a dataset; `undefined` when there is no file. Throws when it is no database. */
export function readDatasetVersion(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const database = openReadOnly(file)
  const { version } = readHeader(database, file)
  database.close()
  return version
}

/**
 * Opens a dataset for reading only, and for as long as it is open reads from one transaction: the file is never
 * written while it is served, and so it is locked and checked for changes once rather than at each statement, which
 * was half the cost of a batch. Throws an `Error` that names the file when it is missing, is no database, is shorter
 * than it says (one that is still being copied), or is a dataset of another version.
 */
export function openDataset(file: string): DatabaseSync {
  const database = openReadOnly(file)
  const { version, bytes } = readHeader(database, file)
  const isWhole = statSync(file).size >= bytes
  if (version === DATASET_VERSION && isWhole) {
    database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES_MAX}; BEGIN;`)
    return database
  }
  database.close()
  throw new Error(
    isWhole
      ? `${file} is not a dataset this program can read: its version is ${version}, not ${DATASET_VERSION}. ` +
          'Make it anew: "backline data demo" makes a demo in its place.'
      : `${file} is not whole: it has fewer bytes than it says.`,
  )
}

function openReadOnly(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch (cause) {
    throw new Error(`The dataset ${file} cannot be opened.`, { cause })
  }
}

function readHeader(database: DatabaseSync, file: string): { version: number; bytes: number } {
  try {
    const read = database.prepare(
      `SELECT user_version AS version, page_count * page_size AS bytes
       FROM pragma_user_version, pragma_page_count, pragma_page_size`,
    )
    return read.get() as { version: number; bytes: number }
  } catch (cause) {
    database.close()
    throw new Error(`${file} is not a database.`, { cause })
  }
}
