import type { Command } from 'commander'
import { exportFromDataDirectory } from '../dataset/transfer-data.ts'
import { readConfig } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { countText, print } from './output/print.ts'
import { createProgressLine, createStopwatch } from './output/progress-line.ts'
import { lowerPriority } from './lower-priority.ts'

/** Adds `backline data export`, which writes the whole dataset as data files. */
export function addDataExport(data: Command, environment: Environment): void {
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
