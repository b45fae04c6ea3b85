import { DatabaseSync } from 'node:sqlite'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import { indexCircles, type IndexingProgress } from './circle-search/index-circles.ts'
import { createDatasetWriter } from './sqlite-dataset-writer.ts'
import { DATASET_SCHEMA } from './dataset-schema.ts'
import type { DatasetWriter } from './dataset-writer.ts'
import { replaceFile } from './replace-file.ts'

/**
 * Writes a whole dataset: `fill` is given a writer over a temporary file beside `file`, and only
 * when it has ended well does that file take the name, after it has reached the disk. So `file` is
 * the old dataset or the whole new one, never a part. When anything throws, the temporary file is
 * removed and the error passed on. The folder has to exist. `onIndexing` hears how far the circles
 * are indexed, which follows `fill`.
 */
export async function writeDataset(
  file: string,
  fill: (writer: DatasetWriter) => Awaitable<void>,
  onIndexing?: (progress: IndexingProgress) => void,
): Promise<void> {
  await replaceFile(file, (temporary) => fillFile(temporary, fill, onIndexing))
}

async function fillFile(
  temporary: string,
  fill: (writer: DatasetWriter) => Awaitable<void>,
  onIndexing?: (progress: IndexingProgress) => void,
): Promise<void> {
  const database = new DatabaseSync(temporary)
  try {
    // A file that fails is thrown away whole, so it needs no journal; flush() sees to the disk at
    // the end.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;')
    database.exec(DATASET_SCHEMA)
    await fill(createDatasetWriter(database))
    indexCircles(database, onIndexing === undefined ? {} : { onProgress: onIndexing })
    database.exec('COMMIT;')
  } finally {
    database.close()
  }
}
