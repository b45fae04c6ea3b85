import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { addDataDemo } from './data-demo.ts'
import { escapeControls } from '../platform/text/escape-controls.ts'
import {
  importIntoDataDirectory,
  type ImportedFile,
  exportFromDataDirectory,
} from '../dataset/transfer-data.ts'
import { readConfig } from '../app/config/read-config.ts'
import { countText, print } from './output/print.ts'
import { createProgressLine, createStopwatch } from './output/progress-line.ts'
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
 * Adds `backline data import`, which imports data files into the dataset, each completely or not at
 * all.
 */
function addDataImport(data: Command, environment: Environment): void {
  data
    .command('import <path...>')
    .description('import data files, or folders of them (docs/dataset.md); works while serving')
    .action(async (paths: string[]) => {
      const config = readConfig(environment)
      lowerPriority()
      const stopwatch = createStopwatch()
      const line = createProgressLine()
      const files = await importIntoDataDirectory(config, paths, (progress) => {
        const { path, rows, bytes, totalBytes } = progress
        line.show(`${path}  ${countText(rows)} rows`, totalBytes > 0 ? bytes / totalBytes : 1)
      }).finally(() => line.clear())
      reportImported(files, stopwatch)
    })
}

function reportImported(files: readonly ImportedFile[], stopwatch: (rows: number) => string): void {
  for (const { path, rows, problem } of files) {
    if (problem === undefined) print(`${escapeControls(path)}  ${countText(rows)} rows`)
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
        line.show(`${progress.path}  ${countText(progress.rows)} rows`)
      }).finally(() => line.clear())
      print(`Exported ${stopwatch(rows)}.`)
    })
}
