import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { AccountsConfig } from '../accounts/accounts-config.ts'
import type { StoreConfig } from '../platform/sql/store-config.ts'
import { readDatasetHeader } from '../dataset/open-dataset.ts'
import {
  BACKUP_FILES,
  WRITTEN_DATABASES,
  type BackupFileName,
} from '../platform/files/backup-files.ts'
import { writeManifest, type BackupFile, type BackupManifest } from './backup-manifest.ts'
import { copyWithDigest, digestOf, type Digest } from './copy-with-digest.ts'
import { readQuotaSlots, writeQuotaSlots } from '../quotas/embedded/quota-copies.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { lockBackup } from '../platform/files/lock-data-directory.ts'
import { finishRestore } from '../platform/files/prepare-data-directory.ts'
import { pepperIdInForce } from '../accounts/keys/active-pepper.ts'
import type { Platform } from '../platform/platform.ts'

/** Why a file is not in a backup: it is missing, a secret, or its content is elsewhere. */
export type LeftOut = 'absent' | 'secret' | 'in Postgres' | 'in Valkey' | 'set'

/** Options of {@link backupDataDirectory}. */
export interface BackupOptions {
  /** Target directory, empty or new. */
  readonly to: string
  /** Whether to include the pepper and the demo's key. */
  readonly withSecrets: boolean
  readonly onProgress: (progress: BackupProgress) => void
}

/** Progress of a copy, in bytes of all files together. */
export interface BackupProgress {
  readonly name: BackupFileName
  readonly done: number
  readonly total: number
}

/** Result of a backup. */
export interface CreatedBackup {
  readonly files: readonly BackupFile[]
  readonly leftOut: ReadonlyMap<BackupFileName, LeftOut>
  /** Damaged slots of the quota file. */
  readonly droppedSlots: number
}

/**
 * Copies a data directory into a backup while servers and commands use it. The backup gets its
 * final name once it is complete and synced; an interrupted one leaves a directory with the suffix
 * `.partial`, which the next backup removes. Throws when there is no data directory or `to` is not
 * empty.
 */
export async function backupDataDirectory(
  config: StoreConfig & AccountsConfig,
  { clock }: Pick<Platform, 'clock'>,
  { to, withSecrets, onProgress }: BackupOptions,
): Promise<CreatedBackup> {
  const { dataDir } = config
  if (!existsSync(dataDir)) throw new Error(`There is no data folder ${dataDir} to back up.`)
  await checkPlace(dataDir, to)
  // The copies are readable by the owner only, like the directory.
  process.umask(0o077)
  finishRestore(config)
  const madeAtMs = clock.nowMs()
  const release = lockBackup(dataDir)
  try {
    const partial = await openPartial(to)
    const leftOut = choose(config, withSecrets)
    const chosen = BACKUP_FILES.filter((name) => !leftOut.has(name))
    const copied = await copyFiles(dataDir, partial, chosen, onProgress)
    const pepperId = pepperIdInForce(config)
    const manifest: BackupManifest = {
      madeAtMs,
      backline: programVersion(),
      ...(pepperId !== undefined && { pepperId }),
      files: copied.files,
    }
    await writeManifest(partial, manifest)
    await flush(partial)
    await rename(partial, to)
    await flush(dirname(resolve(to)))
    // The health checks report its age. A read-only data folder does not fail the backup.
    await writeFile(dataPaths(dataDir).lastBackup, `${madeAtMs}\n`).catch(() => {})
    return { ...copied, leftOut }
  } finally {
    release()
  }
}

async function checkPlace(dataDir: string, to: string): Promise<void> {
  const way = relative(resolve(dataDir), resolve(to))
  if (way !== '..' && !way.startsWith(`..${sep}`))
    throw new Error(`${to} is in the data folder: a backup there is lost with it.`)
  if (!existsSync(dirname(resolve(to)))) throw new Error(`There is no folder ${dirname(to)}.`)
  if (existsSync(to) && (!statSync(to).isDirectory() || (await readdir(to)).length > 0))
    throw new Error(`${to} is there and is not empty. Name a new folder.`)
}

/**
 * Creates the directory that becomes the backup. Removes only the remains of an interrupted backup.
 */
async function openPartial(to: string): Promise<string> {
  const partial = `${resolve(to)}.partial`
  if (existsSync(partial)) {
    const journals = WRITTEN_DATABASES.map((name) => `${name}-journal`)
    for (const name of [...BACKUP_FILES, ...journals, 'manifest.json'])
      await rm(join(partial, name), { force: true })
    await rmdir(partial)
  }
  await mkdir(partial)
  return partial
}

function choose(
  config: StoreConfig & AccountsConfig,
  withSecrets: boolean,
): Map<BackupFileName, LeftOut> {
  const { dataDir, databaseUrl, valkeyUrl, keyPepper } = config
  const elsewhere: readonly (readonly [BackupFileName, LeftOut, boolean])[] = [
    ['accounts.db', 'in Postgres', databaseUrl !== undefined],
    ['history.db', 'in Postgres', databaseUrl !== undefined],
    ['usage.db', 'in Postgres', databaseUrl !== undefined],
    ['quota.bin', 'in Valkey', valkeyUrl !== undefined],
    ['pepper', 'set', keyPepper !== undefined],
  ]
  const leftOut = new Map<BackupFileName, LeftOut>()
  for (const name of BACKUP_FILES) {
    const place = elsewhere.find(([file, , holds]) => file === name && holds)?.[1]
    if (place !== undefined) leftOut.set(name, place)
    else if (!existsSync(join(dataDir, name))) leftOut.set(name, 'absent')
    else if (!withSecrets && (name === 'pepper' || name === 'demo-key')) leftOut.set(name, 'secret')
  }
  return leftOut
}

/**
 * Copies the files one after the other. Quotas follow the accounts: a developer without a slot
 * would restart the day at 0, while a slot without its developer has no effect.
 */
async function copyFiles(
  dataDir: string,
  partial: string,
  names: readonly BackupFileName[],
  onProgress: (progress: BackupProgress) => void,
) {
  const total = names.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
  const files: BackupFile[] = []
  let [done, droppedSlots] = [0, 0]
  for (const name of names) {
    const [from, to] = [join(dataDir, name), join(partial, name)]
    const onBytes = (bytes: number) => onProgress({ name, done: (done += bytes), total })
    if (name === 'quota.bin') {
      const { slots, dropped } = await readQuotaSlots(from)
      await writeQuotaSlots(to, slots)
      droppedSlots = dropped
    }
    if (WRITTEN_DATABASES.includes(name)) copyDatabase(from, to)
    const digest: Digest = existsSync(to)
      ? await digestOf(to)
      : await copyWithDigest(from, to, onBytes)
    if (name === 'dataset.db' && readDatasetHeader(to)?.isComplete !== true)
      throw new Error(
        `${from} is incomplete: it has fewer bytes than its header states. Is it being copied?`,
      )
    files.push({ name, ...digest })
  }
  return { files, droppedSlots }
}

async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Returns the version of this program, from its package. */
function programVersion(): string {
  const file = join(import.meta.dirname, '..', '..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
}

/** Milliseconds that a copy waits for a writer of another process. */
const BUSY_MS = 5_000

/**
 * Copies a live database into a new file: one consistent state, without deleted content and without
 * blocking others. (SQLite's online backup restarts at every write of another process.)
 */
function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS })
  database.prepare('VACUUM INTO ?').run(to)
}
