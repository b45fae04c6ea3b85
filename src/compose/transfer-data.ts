import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { exportData, type ExportProgress } from '../gateways/embedded/transfer/export-data.ts'
import {
  importData,
  type ImportedFile,
  type ImportProgress,
} from '../gateways/embedded/transfer/import-data.ts'
import { changeDataset } from './change-dataset.ts'
import { dataPaths } from './data-paths.ts'

export type { ExportProgress, ImportedFile, ImportProgress }

/** Imports files and folders of data into the data folder. Works beside a serving process, which notices it. */
export function importIntoDataFolder(
  config: Config,
  paths: readonly string[],
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly ImportedFile[]> {
  return changeDataset(config, (file) => importData({ file, paths, onProgress }))
}

/** Exports the dataset of the data folder into `folder`; answers how many lines and cards that were. */
export function exportFromDataFolder(
  { dataDir }: Config,
  folder: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<number> {
  const file = dataPaths(dataDir).dataset
  if (!existsSync(file)) throw new Error(`There is no dataset in ${dataDir} to export.`)
  return exportData({ file, folder, onProgress })
}
