import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_VERSION, DEMO_MARK } from './dataset-schema.ts'

/** Maximum bytes that SQLite maps into memory; it reads the rest with system calls. */
const MAPPED_BYTES_MAX = 0x7fff_0000

/** Header of a dataset. */
export interface DatasetHeader {
  readonly version: number
  /** Whether it is demo data without imported data. */
  readonly isDemo: boolean
  /**
   * False when the file is shorter than its header states: it is being copied, or was truncated.
   */
  readonly isComplete: boolean
}

/**
 * Reads the header of a dataset of any version; `undefined` when there is no file. Throws when it
 * is not a database.
 */
export function readDatasetHeader(file: string): DatasetHeader | undefined {
  if (!existsSync(file)) return undefined
  const database = openReadOnly(file)
  const { version, mark, bytes } = readHeader(database, file)
  database.close()
  return { version, isDemo: mark === DEMO_MARK, isComplete: statSync(file).size >= bytes }
}

/**
 * Opens a dataset read-only, in one transaction for its lifetime. The file is never written while
 * it is served, so SQLite locks it and checks it for changes once and not per statement, which was
 * half the cost of a batch. Throws an `Error` that names the file when it is missing, not a
 * database, shorter than its header states (still being copied), or of another version.
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
      ? `${file} has dataset version ${version}; this program reads version ${DATASET_VERSION}. ` +
          'Replace it with a demo: "backline data demo --replace". Or import the data into a new folder.'
      : `${file} is incomplete: it is shorter than its header states. Copy it again.`,
  )
}

function openReadOnly(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch (cause) {
    throw new Error(`The dataset ${file} cannot be opened.`, { cause })
  }
}

interface Header {
  readonly version: number
  readonly mark: number
  readonly bytes: number
}

function readHeader(database: DatabaseSync, file: string): Header {
  try {
    const read = database.prepare(
      `SELECT user_version AS version, application_id AS mark, page_count * page_size AS bytes
       FROM pragma_user_version, pragma_application_id, pragma_page_count, pragma_page_size`,
    )
    return read.get() as unknown as Header
  } catch (cause) {
    database.close()
    throw new Error(`${file} is not a database.`, { cause })
  }
}
