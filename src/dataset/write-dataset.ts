import { DatabaseSync } from 'node:sqlite'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import { indexCircles, type IndexingProgress } from './circle-search/index-circles.ts'
import { createDatasetWriter } from './sqlite-dataset-writer.ts'
import { DATASET_SCHEMA } from './dataset-schema.ts'
import type { DatasetWriter } from './dataset-writer.ts'
import { replaceFile } from './changes/replace-file.ts'

/**
 * Writes a complete dataset atomically: `fill` receives a writer over a temporary file, which
 * replaces `file` after it is complete and synced. When `fill` throws, the temporary file is
 * removed and the error rethrown. The directory must exist. Calls `onIndexing` with the progress of
 * indexing the circles, which follows `fill`.
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
    // A failed file is deleted, so it needs no journal; `replaceFile` syncs it at the end.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;')
    database.exec(DATASET_SCHEMA)
    await fill(createDatasetWriter(database))
    indexCircles(database, onIndexing === undefined ? {} : { onProgress: onIndexing })
    database.exec('COMMIT;')
  } finally {
    database.close()
  }
}
