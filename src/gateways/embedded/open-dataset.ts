import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_VERSION } from './dataset-schema.ts'

/**
 * Opens a dataset for reading only. Throws an `Error` that names the file when it is missing, is no database, is
 * shorter than it says (one that is still being copied), or is a dataset of another version.
 */
export function openDataset(file: string): DatabaseSync {
  const database = openReadOnly(file)
  const { version, bytes } = readHeader(database, file)
  const isWhole = statSync(file).size >= bytes
  if (version === DATASET_VERSION && isWhole) return database
  database.close()
  throw new Error(
    isWhole
      ? `${file} is not a dataset this program can read: its version is ${version}, not ${DATASET_VERSION}.`
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
