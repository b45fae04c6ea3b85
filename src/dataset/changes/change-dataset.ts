import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_SCHEMA } from '../dataset-schema.ts'
import { openDataset } from '../open-dataset.ts'
import { replaceFile } from './replace-file.ts'

/** Limits the page cache of a change; the rest of the file is read and written on demand. */
const CACHE_KIB = 65_536

/**
 * Changes a dataset without writing to the served file. `change` receives a copy (an empty dataset
 * when there is none), which replaces the file after it is complete and synced. `change` manages
 * its own transactions, and returns whether to keep the result. The caller prevents concurrent
 * changes. Throws when `file` is a dataset of another version. Every error leaves `file` unchanged.
 */
export async function changeDataset(
  file: string,
  change: (database: DatabaseSync) => Promise<boolean>,
): Promise<void> {
  await replaceFile(file, async (temporary) => {
    const isNew = !existsSync(file)
    if (!isNew) {
      openDataset(file).close()
      // Where the file system supports it, the copy shares its blocks with the original.
      await copyFile(file, temporary, constants.COPYFILE_FICLONE)
    }
    const database = new DatabaseSync(temporary)
    try {
      // An interrupted copy is deleted, so nothing needs to reach the disk before the end.
      database.exec(`
        PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE;`)
      if (isNew) database.exec(DATASET_SCHEMA)
      return await change(database)
    } finally {
      database.close()
    }
  })
}
