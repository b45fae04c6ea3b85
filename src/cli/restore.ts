import { resolve } from 'node:path'
import type { Command } from 'commander'
import { restoreDataFolder, type Restored } from '../compose/restore-data-folder.ts'
import { readConfig, type Config, type Environment } from '../config.ts'
import { countText, print, printPairs, timeText } from './print.ts'
import { createProgressLine } from './progress-line.ts'
import { standBack } from './stand-back.ts'

/** Adds `backline restore`: a backup, put into a data folder that nobody serves from. */
export function addRestore(program: Command, environment: Environment): void {
  program
    .command('restore <path>')
    .description(
      'put a backup into the data folder, whole or not at all; no server may serve from it',
    )
    .option('--replace', 'replace data that is there')
    .action(async (path: string, { replace = false }: { replace?: boolean }) => {
      const config = readConfig(environment)
      standBack()
      const line = createProgressLine()
      const restored = await restoreDataFolder(config, {
        from: path,
        replace,
        onProgress: ({ name, done, total }) => line.show(name, done / total),
      }).finally(() => line.clear())
      show(restored, config)
    })
}

function show({ manifest, kept, hasPepper, keptRevocations }: Restored, config: Config): void {
  const { files, madeAtMs } = manifest
  print(`Restored the backup of ${timeText(madeAtMs)} into ${resolve(config.dataDir)}:\n`)
  printPairs([
    ...files.map(({ name, bytes }) => [name, `${countText(bytes)} bytes`] as const),
    ...kept.map((name) => [name, 'not in the backup: as it was'] as const),
  ])
  const hasAccounts = files.some(({ name }) => name === 'accounts.db')
  if (hasAccounts && !hasPepper) {
    print(
      `\nThe keys in this backup are not recognised yet: they were made under the pepper ${manifest.pepperId}, and another ` +
        'or none is in force here. Set BACKLINE_KEY_PEPPER, or put the file "pepper" into the data folder, before you serve.',
    )
  }
  if (!keptRevocations) {
    print(
      '\nThe old accounts could not be read: keys that were revoked since the backup are good again.',
    )
  }
}
