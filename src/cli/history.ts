import type { Command } from 'commander'
import { exportHistory } from '../compose/export-history.ts'
import { importHistory, type HistoryImport } from '../compose/import-history.ts'
import { readConfig, type Environment } from '../config.ts'
import { countText, print } from './print.ts'
import { createProgressLine } from './progress-line.ts'
import { standBack } from './stand-back.ts'

/** Adds `backline history …`: what was collected, in and out, a day at a time. */
export function addHistory(program: Command, environment: Environment): void {
  const history = program.command('history').description('what was collected, in and out')
  history
    .command('export [dir]')
    .description(
      'make the files of days that are over, and write all of them into a folder; works while serving',
    )
    .action(async (folder?: string) => {
      const config = readConfig(environment)
      standBack()
      const line = createProgressLine()
      const { made, written, there } = await exportHistory(config, folder, (name) =>
        line.show(name),
      ).finally(() => line.clear())
      print(`Made ${fileText(made)}.`)
      if (folder !== undefined) {
        print(`Wrote ${fileText(written)} into ${folder}; ${countText(there)} were there.`)
      }
    })
  history
    .command('import <from...>')
    .description(
      'take in files of days, folders of them, or what another instance lists (its address); works while serving',
    )
    .action(async (sources: string[]) => {
      const config = readConfig(environment)
      standBack()
      const line = createProgressLine()
      const results = await importHistory(config, sources, (name, at, of) =>
        line.show(name, at / of),
      ).finally(() => line.clear())
      report(results)
    })
}

function report(results: readonly HistoryImport[]): void {
  for (const { source, taken, problem } of results) {
    if (problem !== undefined) {
      process.stderr.write(`${source}: ${problem}\n`)
    } else if (taken !== undefined && !taken.wasKnown) {
      const { snapshots, added } = taken
      print(`${source}  ${countText(added)} of ${countText(snapshots)} snapshots were new`)
    }
  }
  const taken = results.flatMap((result) => result.taken ?? [])
  const isNew = taken.filter(({ wasKnown }) => !wasKnown)
  const added = isNew.reduce((sum, file) => sum + file.added, 0)
  const known = taken.length - isNew.length
  print(
    `Took in ${fileText(isNew.length)} with ${countText(added)} new snapshots; ${countText(known)} were known.`,
  )
  if (results.some(({ problem }) => problem !== undefined)) process.exitCode = 1
}

function fileText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'file' : 'files'}`
}
