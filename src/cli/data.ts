import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { addDataDemo } from './data-demo.ts'
import { escapeControls } from '../platform/text/escape-controls.ts'
import {
  importIntoDataDirectory,
  type ImportedFile,
  type ImportProgress,
  exportFromDataDirectory,
} from '../dataset/transfer-data.ts'
import { readConfig } from '../app/config/read-config.ts'
import { countOfText, print } from './output/print.ts'
import { createProgressLine, createStopwatch } from './output/progress-line.ts'
import { findDataFiles } from '../dataset/transfer/find-data-files.ts'
import { requireDataFiles } from '../dataset/transfer/import-data.ts'
import { importMasterData } from '../history/master-data/import-master-data.ts'
import { MASTER_FILE_NAMES } from '../history/master-data/master-files.ts'
import { withHistory } from './options/with-history.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'

/** Adds `backline data …`, which creates, imports and exports the embedded game data. */
export function addData(program: Command, environment: Environment): void {
  const data = program
    .command('data')
    .description('create, import and export the embedded game data')
  addDataDemo(data, environment)
  addDataImport(data, environment)
  addDataExport(data, environment)
}

/**
 * Adds `backline data import`, which imports data files into the dataset and master data into the
 * history, each file completely or not at all.
 */
function addDataImport(data: Command, environment: Environment): void {
  data
    .command('import <path...>')
    .description(
      'import data files (docs/dataset.md) and master data (docs/master-data.md), or folders of them; works while serving',
    )
    .action(async (paths: string[]) => {
      const config = readConfig(environment)
      lowerPriority()
      const stopwatch = createStopwatch()
      const found = await findDataFiles(paths, MASTER_FILE_NAMES)
      requireDataFiles(found)
      const line = createProgressLine()
      const onProgress = ({ path, rows, bytes, totalBytes }: ImportProgress) =>
        line.show(`${path}  ${countOfText(rows, 'row')}`, totalBytes > 0 ? bytes / totalBytes : 1)
      const importAll = async () => [
        ...(found.others.length > 0
          ? await withHistory(environment, (history) =>
              importMasterData(history, found.others, onProgress),
            )
          : []),
        // Master data alone needs no dataset: another gateway may supply the game data.
        ...(found.lines.length + found.cards.length > 0
          ? await importIntoDataDirectory(config, found, onProgress)
          : []),
      ]
      reportImported(await importAll().finally(() => line.clear()), stopwatch)
    })
}

function reportImported(
  files: readonly Omit<ImportedFile, 'name'>[],
  stopwatch: (rows: number) => string,
): void {
  for (const { path, rows, problem } of files) {
    if (problem === undefined) print(`${escapeControls(path)}  ${countOfText(rows, 'row')}`)
    else process.stderr.write(`${problem}. Nothing from this file was imported.\n`)
  }
  const failed = files.filter(({ problem }) => problem !== undefined).length
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  print(`Imported ${stopwatch(rows)}.`)
  if (failed === 0) return
  process.stderr.write(`${failed} of ${files.length} files have problems.\n`)
  process.exitCode = 1
}

/** Adds `backline data export`, which writes the whole dataset as data files. */
function addDataExport(data: Command, environment: Environment): void {
  data
    .command('export <dir>')
    .description('write the whole dataset into a new or empty folder (docs/dataset.md)')
    .action(async (folder: string) => {
      const config = readConfig(environment)
      lowerPriority()
      const stopwatch = createStopwatch()
      const line = createProgressLine()
      const rows = await exportFromDataDirectory(config, folder, (progress) => {
        line.show(`${progress.path}  ${countOfText(progress.rows, 'row')}`)
      }).finally(() => line.clear())
      print(`Exported ${stopwatch(rows)}.`)
    })
}
