import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_SCHEMA } from './dataset-schema.ts'
import { openDataset } from './open-dataset.ts'
import { replaceFile } from './replace-file.ts'

/** Bounds what a change holds in memory; the rest of the file is read and written as it is needed. */
const CACHE_KIB = 65_536

/**
 * Changes a dataset without ever writing to the file that is served: `change` is given a copy (an empty dataset when
 * there is none), which takes the name when it is whole and on the disk. `change` holds its own transactions, and
 * answers whether there is anything to keep. Two changes at one time would lose one of them: the caller sees to it that
 * there is one. Throws when `file` is a dataset of another version; whatever throws leaves `file` as it was.
 */
export async function changeDataset(
  file: string,
  change: (database: DatabaseSync) => Promise<boolean>,
): Promise<void> {
  await replaceFile(file, async (temporary) => {
    const isNew = !existsSync(file)
    if (!isNew) {
      openDataset(file).close()
      // Where the file system can, the copy shares its blocks with the original and costs nothing.
      await copyFile(file, temporary, constants.COPYFILE_FICLONE)
    }
    const database = new DatabaseSync(temporary)
    try {
      // A copy that is interrupted is thrown away, so nothing needs to reach the disk before the end.
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
