import { existsSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AccountsConfig } from '../accounts/accounts-config.ts'
import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { readDatasetHeader } from '../dataset/open-dataset.ts'
import { BACKUP_FILES, type BackupFileName } from '../platform/files/backup-files.ts'
import {
  BackupUnusable,
  readManifest,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.ts'
import { dropAccess, type DroppedAccess, type KeptDecisions } from './account-decisions.ts'
import { copyWithDigest } from './copy-with-digest.ts'
import { leaveAccounts, leaveDatabase } from './detach-databases.ts'
import { higherCounts, readQuotaSlots, writeQuotaSlots } from '../quotas/embedded/quota-copies.ts'
import {
  deleteStagedRestore,
  stagingDirectory,
  commitStagedRestore,
  placeRestoredFiles,
} from '../platform/files/restored-files.ts'
import { openDatabase } from '../platform/sql/open-sqlite-database.ts'
import { lockDataDirectory, lockDataset } from '../platform/files/lock-data-directory.ts'
import { ACCOUNT_MIGRATIONS } from '../accounts/store/migrations/migrations.ts'
import { HISTORY_MIGRATIONS } from '../history/store/migrations/history-migrations.ts'
import { USAGE_MIGRATIONS } from '../usage/store/usage-migrations.ts'
import type { MigrationPlan } from '../platform/sql/run-migrations.ts'
import type { BackupProgress } from './backup-data-directory.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { pepperIdInForce } from '../accounts/keys/active-pepper.ts'

/** Options of {@link restoreDataDirectory}. */
export interface RestoreOptions {
  /** The backup. */
  readonly from: string
  /** Whether existing data may be replaced. */
  readonly replace: boolean
  readonly onProgress: (progress: BackupProgress) => void
}

/** Result of a restore. */
export interface Restored {
  readonly manifest: BackupManifest
  /** Files of the data directory that the backup lacks and that stayed unchanged. */
  readonly kept: readonly BackupFileName[]
  /** Whether the current pepper is that of the backup's keys. */
  readonly hasPepper: boolean
  /** Absent when the backup has no accounts, so that those of the directory stayed. */
  readonly accounts?: RestoredAccounts
}

/** Effects on sessions, links and security decisions. */
export interface RestoredAccounts {
  readonly dropped: DroppedAccess
  /**
   * Decisions taken over from the replaced accounts. `absent`: there were none; `unreadable`: they
   * could not be read completely. In both cases decisions since the backup are lost.
   */
  readonly kept: KeptDecisions | 'absent' | 'unreadable'
}

/**
 * Restores a backup into a data directory that no server uses, entirely or not at all. Copies and
 * checks everything beside the data, then swaps it in with one step; the next command that opens
 * the directory completes an interrupted swap. Neither counts nor security decisions go back: the
 * higher count of each developer's minute and day wins, and revoked keys, suspensions, lost roles
 * and removed persons remain so. All sessions end. Throws, with the directory unchanged, when the
 * backup is damaged, when data exists without `replace`, or when another process uses the
 * directory.
 */
export async function restoreDataDirectory(
  config: DatabaseConfig & AccountsConfig,
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
  prepareDataDirectory(config)
  using owned = new DisposableStack()
  owned.defer(lockDataDirectory(dataDir))
  owned.defer(lockDataset(dataDir))
  const present = BACKUP_FILES.filter((name) => existsSync(join(dataDir, name)))
  if (present.length > 0 && !replace) {
    throw new Error(
      `There is data in ${dataDir}: ${present.join(', ')}. Restore into a new folder (BACKLINE_DATA_DIR), ` +
        'or have it replaced with --replace.',
    )
  }
  deleteStagedRestore(dataDir)
  try {
    await gather(config, from, manifest, onProgress)
    const accounts = holdsAccounts ? restoreAccounts(dataDir) : undefined
    leaveOldDatabases(dataDir)
    commitStagedRestore(dataDir)
    placeRestoredFiles(dataDir)
    const names = new Set(manifest.files.map(({ name }) => name))
    return {
      manifest,
      kept: present.filter((name) => !names.has(name)),
      hasPepper: pepperIdInForce(config) === (manifest.pepperId ?? pepperIdInForce(config)),
      ...(accounts !== undefined && { accounts }),
    }
  } finally {
    deleteStagedRestore(dataDir)
  }
}

/** Copies the files of a backup beside the data and checks them. */
async function gather(
  { dataDir }: Pick<DatabaseConfig, 'dataDir'>,
  from: string,
  { files }: BackupManifest,
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const folder = stagingDirectory(dataDir)
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
  if (existsSync(path('dataset.db')) && readDatasetHeader(path('dataset.db'))?.isComplete !== true)
    throw new BackupUnusable(`The dataset.db of ${from} is incomplete or damaged.`)
  if (existsSync(path('quota.bin'))) await raiseCounts(path('quota.bin'), dataPaths(dataDir).quota)
}

async function copyChecked(
  { name, bytes, sha256 }: BackupFile,
  { from, folder, onBytes }: { from: string; folder: string; onBytes: (bytes: number) => void },
): Promise<void> {
  const source = join(from, name)
  // Reading a pipe or a device might never end.
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw new BackupUnusable(`${from} lacks its ${name}.`)
  const copied = await copyWithDigest(source, join(folder, name), onBytes)
  if (copied.bytes !== bytes)
    throw new BackupUnusable(`${source} has ${copied.bytes} bytes, and ${bytes} were backed up.`)
  if (copied.sha256 !== sha256)
    throw new BackupUnusable(`${source} is not what was backed up: its SHA-256 is another.`)
}

/** Opens a database once, which applies pending migrations and rejects other files. */
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

/**
 * Ends all sessions in the copied accounts and applies the decisions of the accounts they replace.
 */
function restoreAccounts(dataDir: string): RestoredAccounts {
  const { accounts: old } = dataPaths(dataDir)
  const restored = join(stagingDirectory(dataDir), basename(old))
  const dropped = dropAccess(restored)
  if (!existsSync(old)) return { dropped, kept: 'absent' }
  return { dropped, kept: leaveAccounts(old, restored) ?? 'unreadable' }
}

function leaveOldDatabases(dataDir: string): void {
  const { history, usage } = dataPaths(dataDir)
  for (const old of [history, usage]) {
    const isReplaced = existsSync(join(stagingDirectory(dataDir), basename(old)))
    if (isReplaced && existsSync(old)) leaveDatabase(old)
  }
}
