import type { Command } from 'commander'
import { importIntoDataFolder, type ImportedFile } from '../compose/transfer-data.ts'
import { readConfig, type Environment } from '../config.ts'
import { countText, print } from './print.ts'
import { createProgressLine, createStopwatch } from './progress-line.ts'
import { standBack } from './stand-back.ts'

/** Adds `backline data import`: files of data into the dataset, each whole or not at all. */
export function addDataImport(data: Command, environment: Environment): void {
  data
    .command('import <path...>')
    .description('take in files of data and folders of them (docs/dataset.md); works while serving')
    .action(async (paths: string[]) => {
      const config = readConfig(environment)
      standBack()
      const stopwatch = createStopwatch()
      const line = createProgressLine()
      const files = await importIntoDataFolder(config, paths, (progress) => {
        const { path, rows, bytes, totalBytes } = progress
        line.show(`${path}  ${countText(rows)} rows`, totalBytes > 0 ? bytes / totalBytes : 1)
      }).finally(() => line.clear())
      report(files, stopwatch)
    })
}

function report(files: readonly ImportedFile[], stopwatch: (rows: number) => string): void {
  for (const { path, rows, problem } of files) {
    if (problem === undefined) print(`${path}  ${countText(rows)} rows`)
    else process.stderr.write(`${problem}. Nothing was changed by this file.\n`)
  }
  const failed = files.filter(({ problem }) => problem !== undefined).length
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  print(`Imported ${stopwatch(rows)}.`)
  if (failed === 0) return
  process.stderr.write(`${failed} of ${files.length} files have problems.\n`)
  process.exitCode = 1
}
