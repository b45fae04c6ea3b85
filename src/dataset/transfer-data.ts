import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { existsSync } from 'node:fs'
import { exportData, type ExportProgress } from './transfer/export-data.ts'
import { importData, type ImportedFile, type ImportProgress } from './transfer/import-data.ts'
import type { FoundFiles } from './transfer/find-data-files.ts'
import { withDatasetLock } from './changes/with-dataset-lock.ts'
import { dataPaths } from '../platform/files/data-paths.ts'

export type { ExportProgress, ImportedFile, ImportProgress }

/**
 * Imports found files into the dataset of a data directory. A serving process picks up the change.
 */
export function importIntoDataDirectory(
  config: Pick<DatabaseConfig, 'dataDir'>,
  found: FoundFiles,
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly ImportedFile[]> {
  return withDatasetLock(config, (file) => importData({ file, paths: found, onProgress }))
}

/** Exports the dataset of a data directory into `folder`. Returns the number of lines and cards. */
export function exportFromDataDirectory(
  { dataDir }: Pick<DatabaseConfig, 'dataDir'>,
  folder: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<number> {
  const file = dataPaths(dataDir).dataset
  if (!existsSync(file)) throw new Error(`There is no dataset in ${dataDir} to export.`)
  return exportData({ file, folder, onProgress })
}
