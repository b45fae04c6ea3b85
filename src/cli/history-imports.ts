import type { Command } from 'commander'
import { readConfig } from '../app/config/read-config.ts'
import { dayText, exportName, parseExportName } from '../history/exports/export-file-name.ts'
import type { ForgottenImport, ImportRecord } from '../history/history-archive.ts'
import { forgetHistory, listImports } from '../history/imports/forget-history.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'
import { UsageError } from './output/explain-error.ts'
import { countOfText, countText, print, printJson, printTable } from './output/print.ts'

interface JsonOption {
  readonly json?: true
}

/** Adds `backline history imports` and `backline history forget`. */
export function addHistoryImports(history: Command, environment: Environment): void {
  history
    .command('imports')
    .description('list the imported files')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonOption) => {
      const imports = await listImports(readConfig(environment))
      if (json === true) return printJson(imports.map(jsonOf))
      const rows = imports.map((one) => [dayText(one.dayMs), one.region, stateOf(one), one.sha256])
      printTable(['DAY', 'REGION', 'STATE', 'SHA-256'], rows)
    })
  history
    .command('forget <sha256>')
    .description('delete everything that one imported file added; works while serving')
    .option('--json', 'print JSON')
    .action(async (text: string, { json }: JsonOption) => {
      const sha256 = parseExportName(text)?.sha256 ?? text
      const config = readConfig(environment)
      lowerPriority()
      const forgotten = await forgetHistory(config, sha256)
      if (forgotten === undefined) {
        throw new UsageError(
          `No imported file has the SHA-256 ${JSON.stringify(sha256)}. List them: backline history imports`,
        )
      }
      if (json === true) printJson({ ...forgotten, ...nameOf(forgotten) })
      else report(forgotten)
    })
}

function stateOf({ isComplete, isTraceable }: ImportRecord): string {
  if (!isComplete) return 'interrupted'
  return isTraceable ? 'complete' : 'cannot be forgotten'
}

function jsonOf({ isComplete, isTraceable, ...rest }: ImportRecord) {
  return { ...nameOf(rest), sha256: rest.sha256, complete: isComplete, forgettable: isTraceable }
}

function nameOf(file: Pick<ImportRecord, 'region' | 'dayMs' | 'sha256'>) {
  return { file: exportName(file), region: file.region, day: dayText(file.dayMs) }
}

function report(forgotten: ForgottenImport): void {
  const { snapshots, keptSnapshots, gaps, runs, exports, others } = forgotten
  print(
    `Forgot ${exportName(forgotten)}: deleted ${countOfText(snapshots, 'snapshot')}, ${countOfText(gaps, 'gap')} and ` +
      `${countOfText(runs, 'event run')}.`,
  )
  if (keptSnapshots > 0) {
    print(`${countText(keptSnapshots)} of its snapshots stay: another imported file has them too.`)
  }
  if (exports.length > 0) {
    print(
      `Deleted ${countOfText(exports.length, 'export file')} of the day created since; what remains is exported again.`,
    )
  }
  if (others.length > 0) {
    print('Other imported files of the day stay. Import them again to add what this one kept out:')
    for (const sha256 of others) print(`  ${exportName({ ...forgotten, sha256 })}`)
  }
}
