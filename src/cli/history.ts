import type { Command } from 'commander'
import { exportHistory } from '../history/exports/export-history.ts'
import { importHistory, type HistoryImport } from '../history/imports/import-history.ts'
import { repairHistory } from '../history/repair-history.ts'
import { readConfig } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { countOfText, countText, print } from './output/print.ts'
import { createProgressLine } from './output/progress-line.ts'
import { addHistoryConvert } from './history-convert.ts'
import { addHistoryImports } from './history-imports.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'

/** Adds `backline history …`, which exports and imports collected history by day. */
export function addHistory(program: Command, environment: Environment): void {
  const history = program.command('history').description('export and import the collected history')
  history
    .command('export [dir]')
    .description(
      'create the export files of past days, and write all of them into a folder; works while serving',
    )
    .action(async (folder?: string) => {
      const config = readConfig(environment)
      lowerPriority()
      const line = createProgressLine()
      const { created, written, skipped } = await exportHistory(config, folder, (name) =>
        line.show(name),
      ).finally(() => line.clear())
      print(`Created ${countOfText(created, 'file')}.`)
      if (folder !== undefined) {
        print(
          `Wrote ${countOfText(written, 'file')} into ${folder}; ${countText(skipped)} already existed.`,
        )
      }
    })
  history
    .command('import <from...>')
    .description(
      'import export files, folders of them, or those of another instance (its URL); works while serving',
    )
    .action(async (sources: string[]) => {
      const config = readConfig(environment)
      lowerPriority()
      const line = createProgressLine()
      const results = await importHistory(config, sources, (name, at, of) =>
        line.show(name, at / of),
      ).finally(() => line.clear())
      report(results)
    })
  addHistoryConvert(history)
  addHistoryImports(history, environment)
  history
    .command('repair')
    .description(
      'drop snapshots and gaps of the future, which a collector with a wrong clock has written; works while serving',
    )
    .action(async () => {
      const { snapshots, gaps } = await repairHistory(readConfig(environment))
      print(
        `Dropped ${countOfText(snapshots, 'snapshot')} of the future; corrected ${countOfText(gaps, 'gap')}.`,
      )
    })
}

function report(results: readonly HistoryImport[]): void {
  for (const { source, imported, problem } of results) {
    if (problem !== undefined) {
      process.stderr.write(`${source}: ${problem}\n`)
    } else if (imported !== undefined && !imported.wasKnown) {
      const { snapshots, added } = imported
      print(`${source}  ${countText(added)} of ${countText(snapshots)} snapshots were new`)
    }
  }
  const days = results.flatMap((result) => result.imported ?? [])
  const isNew = days.filter(({ wasKnown }) => !wasKnown)
  const added = isNew.reduce((sum, file) => sum + file.added, 0)
  const known = days.length - isNew.length
  print(
    `Imported ${countOfText(isNew.length, 'file')} with ${countOfText(added, 'new snapshot')}; ${countText(known)} already imported.`,
  )
  if (results.some(({ problem }) => problem !== undefined)) process.exitCode = 1
}
