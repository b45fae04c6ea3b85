import { existsSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../config.ts'
import { readDatasetHeader } from '../gateways/embedded/open-dataset.ts'
import { BACKUP_FILES, type BackupFileName } from '../stores/embedded/backup/backup-files.ts'
import {
  BackupUnusable,
  readManifest,
  type BackupFile,
  type BackupManifest,
} from '../stores/embedded/backup/backup-manifest.ts'
import { copyWithDigest } from '../stores/embedded/backup/copy-with-digest.ts'
import { leaveAccounts, leaveDatabase } from '../stores/embedded/backup/leave-databases.ts'
import {
  higherCounts,
  readQuotaSlots,
  writeQuotaSlots,
} from '../stores/embedded/backup/quota-copies.ts'
import {
  forgetGathered,
  gatheringFolder,
  keepGathered,
  placeRestoredFiles,
} from '../stores/embedded/backup/restored-files.ts'
import { openDatabase } from '../stores/embedded/open-database.ts'
import { ownDataFolder, ownDataset } from '../stores/embedded/own-data-folder.ts'
import { ACCOUNT_MIGRATIONS } from '../stores/accounts/migrations.ts'
import { HISTORY_MIGRATIONS } from '../stores/history/migrations.ts'
import { USAGE_MIGRATIONS } from '../stores/usage/migrations.ts'
import type { MigrationPlan } from '../stores/run-migrations.ts'
import type { BackupProgress } from './backup-data-folder.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { pepperIdInForce } from './pepper-in-force.ts'

/** What is restored, and how. */
export interface RestoreOptions {
  /** The backup. */
  readonly from: string
  /** Whether data that is there may be replaced. */
  readonly replace: boolean
  readonly onProgress: (progress: BackupProgress) => void
}

/** What was restored. */
export interface Restored {
  readonly manifest: BackupManifest
  /** Files of the data folder that the backup does not hold, and that stayed as they were. */
  readonly kept: readonly BackupFileName[]
  /** Whether the keys of the backup are recognised: the pepper that is in force now is theirs. */
  readonly hasPepper: boolean
  /** False when accounts were replaced that could not be read: what was revoked since the backup is good again. */
  readonly keptRevocations: boolean
}

/**
 * Puts a backup into a data folder that nobody serves from, whole or not at all: everything is copied beside the data
 * and checked there, and then takes its place in one step; when the process is cut off behind that step, whoever opens
 * the folder next ends it. Neither counts nor revocations go back: of each developer's minute and day the higher count
 * stays, and keys that were revoked stay so. Throws, with the folder as it was, when the backup is not what was made,
 * when there is data and no `replace`, or when another process uses the folder.
 */
export async function restoreDataFolder(
  config: Config,
  { from, replace, onProgress }: RestoreOptions,
): Promise<Restored> {
  const { dataDir, databaseUrl } = config
  const manifest = await readManifest(from)
  const holdsAccounts = manifest.files.some(({ name }) => name === 'accounts.db')
  if (databaseUrl !== undefined && holdsAccounts) {
    throw new Error(
      'The backup holds the accounts of a data folder, and BACKLINE_DATABASE_URL says that they are in Postgres. ' +
        'Unset it for this command to restore them all the same.',
    )
  }
  makeDataFolder(config)
  using owned = new DisposableStack()
  owned.defer(ownDataFolder(dataDir))
  owned.defer(ownDataset(dataDir))
  const present = BACKUP_FILES.filter((name) => existsSync(join(dataDir, name)))
  if (present.length > 0 && !replace) {
    throw new Error(
      `There is data in ${dataDir}: ${present.join(', ')}. Restore into a new folder (BACKLINE_DATA_DIR), ` +
        'or have it replaced with --replace.',
    )
  }
  forgetGathered(dataDir)
  try {
    await gather(config, from, manifest, onProgress)
    const keptRevocations = !holdsAccounts || leaveOldAccounts(dataDir)
    leaveOldDatabases(dataDir)
    keepGathered(dataDir)
    placeRestoredFiles(dataDir)
    const names = new Set(manifest.files.map(({ name }) => name))
    return {
      manifest,
      kept: present.filter((name) => !names.has(name)),
      hasPepper: pepperIdInForce(config) === (manifest.pepperId ?? pepperIdInForce(config)),
      keptRevocations,
    }
  } finally {
    forgetGathered(dataDir)
  }
}

/** Copies the files of a backup beside the data, and checks all that can be checked of them. */
async function gather(
  { dataDir }: Config,
  from: string,
  { files }: BackupManifest,
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const folder = gatheringFolder(dataDir)
  await mkdir(folder)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const file of files) {
    const { name } = file
    const onBytes = (bytes: number) => onProgress({ name, done: (done += bytes), total })
    await copyChecked(file, { from, folder, onBytes })
  }
  const path = (name: BackupFileName) => join(folder, name)
  await checkTables(path('accounts.db'), ACCOUNT_MIGRATIONS)
  await checkTables(path('history.db'), HISTORY_MIGRATIONS)
  await checkTables(path('usage.db'), USAGE_MIGRATIONS)
  if (existsSync(path('dataset.db')) && readDatasetHeader(path('dataset.db'))?.isWhole !== true)
    throw new BackupUnusable(`The dataset.db of ${from} is not whole.`)
  if (existsSync(path('quota.bin'))) await raiseCounts(path('quota.bin'), dataPaths(dataDir).quota)
}

async function copyChecked(
  { name, bytes, sha256 }: BackupFile,
  { from, folder, onBytes }: { from: string; folder: string; onBytes: (bytes: number) => void },
): Promise<void> {
  const source = join(from, name)
  // To read a pipe, or a device, might never end.
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw new BackupUnusable(`${from} lacks its ${name}.`)
  const copied = await copyWithDigest(source, join(folder, name), onBytes)
  if (copied.bytes !== bytes)
    throw new BackupUnusable(`${source} has ${copied.bytes} bytes, and ${bytes} were backed up.`)
  if (copied.sha256 !== sha256)
    throw new BackupUnusable(`${source} is not what was backed up: its SHA-256 is another.`)
}

/** Opens a database once: an older version is brought up to date, and what is no database is refused. */
async function checkTables(path: string, plan: MigrationPlan): Promise<void> {
  if (!existsSync(path)) return
  const { database } = await openDatabase(path, plan, true)
  await database.destroy()
}

async function raiseCounts(restored: string, present: string): Promise<void> {
  if (!existsSync(present)) return
  const counts = await Promise.all([readQuotaSlots(restored), readQuotaSlots(present)])
  await rm(restored)
  await writeQuotaSlots(restored, higherCounts(counts[0].slots, counts[1].slots))
}

function leaveOldAccounts(dataDir: string): boolean {
  const { accounts } = dataPaths(dataDir)
  return (
    !existsSync(accounts) || leaveAccounts(accounts, join(gatheringFolder(dataDir), 'accounts.db'))
  )
}

function leaveOldDatabases(dataDir: string): void {
  const { history, usage } = dataPaths(dataDir)
  for (const old of [history, usage]) {
    const isReplaced = existsSync(join(gatheringFolder(dataDir), basename(old)))
    if (isReplaced && existsSync(old)) leaveDatabase(old)
  }
}
