import type { Command } from 'commander'
import { exportFromDataFolder } from '../compose/transfer-data.ts'
import { readConfig, type Environment } from '../config.ts'
import { countText, print } from './print.ts'
import { createProgressLine, createStopwatch } from './progress-line.ts'
import { standBack } from './stand-back.ts'

/** Adds `backline data export`: the whole dataset as files of data. */
export function addDataExport(data: Command, environment: Environment): void {
  data
    .command('export <dir>')
    .description('write the whole dataset into a new or empty folder (docs/dataset.md)')
    .action(async (folder: string) => {
      const config = readConfig(environment)
      standBack()
      const stopwatch = createStopwatch()
      const line = createProgressLine()
      const rows = await exportFromDataFolder(config, folder, (progress) => {
        line.show(`${progress.path}  ${countText(progress.rows)} rows`)
      }).finally(() => line.clear())
      print(`Exported ${stopwatch(rows)}.`)
    })
}
