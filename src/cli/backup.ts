import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backupDataFolder, type LeftOut, type MadeBackup } from '../compose/backup-data-folder.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Environment } from '../config.ts'
import { countText, print, printPairs } from './print.ts'
import { createProgressLine } from './progress-line.ts'
import { standBack } from './stand-back.ts'

/** Why a file is not in the backup, for people. */
const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  absent: 'not in the data folder',
  secret: 'left out: a secret (--with-secrets)',
  'in Postgres': 'what it would hold is in Postgres: back that up with pg_dump',
  'in Valkey': 'quotas are counted in Valkey',
  set: 'set by BACKLINE_KEY_PEPPER: keep it where your secrets are',
}

/** Adds `backline backup`: the data folder, copied while it is served from. */
export function addBackup(program: Command, environment: Environment): void {
  program
    .command('backup <path>')
    .description('copy the data folder into a new folder, also while a server serves from it')
    .option('--with-secrets', 'the pepper and the demo key too: the backup is a secret then')
    .action(async (path: string, { withSecrets = false }: { withSecrets?: boolean }) => {
      const config = readConfig(environment)
      standBack()
      const line = createProgressLine()
      const made = await backupDataFolder(config, machine, {
        to: path,
        withSecrets,
        onProgress: ({ name, done, total }) => line.show(name, done / total),
      }).finally(() => line.clear())
      print(`Backed up ${resolve(config.dataDir)} into ${resolve(path)}:\n`)
      show(made)
    })
}

function show({ files, leftOut, droppedSlots }: MadeBackup): void {
  printPairs([
    ...files.map(({ name, bytes }) => [name, `${countText(bytes)} bytes`] as const),
    ...[...leftOut].map(([name, why]) => [name, LEFT_OUT[why]] as const),
  ])
  if (droppedSlots > 0) {
    print(
      `\n${droppedSlots} damaged quota slots were left out; their developers would start at zero.`,
    )
  }
  if (files.some(({ name }) => name === 'pepper')) {
    print(
      '\nThis backup is a secret: it holds the pepper, and who has both pepper and accounts can test keys and make them.',
    )
  } else if (leftOut.get('pepper') === 'secret' || leftOut.get('pepper') === 'set') {
    print(
      '\nWithout the pepper the keys in this backup are worthless, to a thief and to you. Keep it apart from the backup.',
    )
  }
}
