import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  restoreDataDirectory,
  type Restored,
  type RestoredAccounts,
} from '../backup/restore-data-directory.ts'
import { readConfig, type Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { countText, print, printPairs, timeText } from './output/print.ts'
import { createProgressLine } from './output/progress-line.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'

/** Adds `backline restore`, which restores a backup into a data folder that no server uses. */
export function addRestore(program: Command, environment: Environment): void {
  program
    .command('restore <path>')
    .description(
      'restore a backup into the data folder, completely or not at all; no server may be using it',
    )
    .option('--replace', 'replace existing data')
    .action(async (path: string, { replace = false }: { replace?: boolean }) => {
      const config = readConfig(environment)
      lowerPriority()
      const line = createProgressLine()
      const restored = await restoreDataDirectory(config, {
        from: path,
        replace,
        onProgress: ({ name, done, total }) => line.show(name, done / total),
      }).finally(() => line.clear())
      show(restored, config)
    })
}

function show({ manifest, kept, hasPepper, accounts }: Restored, config: Config): void {
  const { files, madeAtMs } = manifest
  print(`Restored the backup of ${timeText(madeAtMs)} into ${resolve(config.dataDir)}:\n`)
  printPairs([
    ...files.map(({ name, bytes }) => [name, `${countText(bytes)} bytes`] as const),
    ...kept.map((name) => [name, 'not in the backup: unchanged'] as const),
  ])
  if (accounts !== undefined) showAccounts(accounts, madeAtMs)
  if (accounts !== undefined && !hasPepper) {
    print(
      `\nThe keys in this backup do not work yet: they need the pepper ${manifest.pepperId}, which is not the pepper here. ` +
        'Before you serve, set BACKLINE_KEY_PEPPER or put the file "pepper" into the data folder.',
    )
  }
}

function showAccounts({ dropped, kept }: RestoredAccounts, madeAtMs: number): void {
  print(
    `\nAll portal sessions have ended: ${dropped.sessions} sessions and ${dropped.links} unused sign-in links of the backup were dropped.`,
  )
  if (typeof kept === 'object') {
    print('\nKept from the replaced accounts, because the stricter decision applies:\n')
    printPairs([
      ['keys revoked or ended', countText(kept.endedKeys)],
      ['developers suspended', countText(kept.suspendedDevelopers)],
      ['operator roles removed', countText(kept.lostRoles)],
      ['persons removed', countText(kept.removedPersons)],
      ['audit entries added', countText(kept.auditEntries)],
    ])
    return
  }
  const why =
    kept === 'absent'
      ? 'This folder had no accounts before'
      : 'The replaced accounts could not be read completely'
  print(
    `\n${why}, so decisions after ${timeText(madeAtMs)} are unknown here. Before you serve, repeat those that you know of: ` +
      'keys revoked or leaked (backline keys revoke), developers suspended (developers suspend), operators demoted ' +
      '(developers set-role), and persons removed on an account page.',
  )
}
