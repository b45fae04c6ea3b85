import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  backupDataDirectory,
  type LeftOut,
  type CreatedBackup,
} from '../backup/backup-data-directory.ts'
import { systemPlatform } from '../platform/platform.ts'
import { readConfig } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { countText, print, printPairs } from './output/print.ts'
import { createProgressLine } from './output/progress-line.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'

/** Text for each reason that a file is not in the backup. */
const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  absent: 'not in the data folder',
  secret: 'left out: a secret (--with-secrets)',
  'in Postgres': 'in Postgres: back it up with pg_dump',
  'in Valkey': 'quotas are counted in Valkey',
  set: 'set by BACKLINE_KEY_PEPPER: store it with your secrets',
}

/** Adds `backline backup`, which copies the data folder, also while a server uses it. */
export function addBackup(program: Command, environment: Environment): void {
  program
    .command('backup <path>')
    .description('copy the data folder into a new folder, also while a server uses it')
    .option('--with-secrets', 'include the pepper and the demo key; keep such a backup secret')
    .action(async (path: string, { withSecrets = false }: { withSecrets?: boolean }) => {
      const config = readConfig(environment)
      lowerPriority()
      const line = createProgressLine()
      const made = await backupDataDirectory(config, systemPlatform, {
        to: path,
        withSecrets,
        onProgress: ({ name, done, total }) => line.show(name, done / total),
      }).finally(() => line.clear())
      print(`Backed up ${resolve(config.dataDir)} into ${resolve(path)}:\n`)
      show(made)
    })
}

function show({ files, leftOut, droppedSlots }: CreatedBackup): void {
  printPairs([
    ...files.map(({ name, bytes }) => [name, `${countText(bytes)} bytes`] as const),
    ...[...leftOut].map(([name, why]) => [name, LEFT_OUT[why]] as const),
  ])
  if (droppedSlots > 0) {
    print(
      `\n${droppedSlots} damaged quota slots were left out; their developers start at zero after a restore.`,
    )
  }
  if (files.some(({ name }) => name === 'pepper')) {
    print(
      '\nThis backup is secret: it has the pepper. Anyone with the pepper and the accounts can verify and create keys.',
    )
  } else if (leftOut.get('pepper') === 'secret' || leftOut.get('pepper') === 'set') {
    print(
      '\nThe keys in this backup work only with the pepper. Store the pepper separately from the backup.',
    )
  }
}
