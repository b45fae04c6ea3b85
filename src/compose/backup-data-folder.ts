import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import type { Config } from '../config.ts'
import { readDatasetHeader } from '../gateways/embedded/open-dataset.ts'
import {
  BACKUP_FILES,
  WRITTEN_DATABASES,
  type BackupFileName,
} from '../stores/embedded/backup/backup-files.ts'
import {
  writeManifest,
  type BackupFile,
  type BackupManifest,
} from '../stores/embedded/backup/backup-manifest.ts'
import { copyDatabase } from '../stores/embedded/backup/copy-database.ts'
import {
  copyWithDigest,
  digestOf,
  type Digest,
} from '../stores/embedded/backup/copy-with-digest.ts'
import { readQuotaSlots, writeQuotaSlots } from '../stores/embedded/backup/quota-copies.ts'
import { ownBackup } from '../stores/embedded/own-data-folder.ts'
import { finishRestore } from './make-data-folder.ts'
import { pepperIdInForce } from './pepper-in-force.ts'
import { programVersion } from './program-version.ts'
import type { World } from './world.ts'

/** Why a file is not in a backup: it is not there, is a secret, or its content is elsewhere. */
export type LeftOut = 'absent' | 'secret' | 'in Postgres' | 'in Valkey' | 'set'

/** What a backup is made with. */
export interface BackupOptions {
  /** The backup: a folder that is empty or not there yet. */
  readonly to: string
  /** Whether the pepper and the demo's key go with it. */
  readonly withSecrets: boolean
  readonly onProgress: (progress: BackupProgress) => void
}

/** How far a copy is, in bytes of all files together. */
export interface BackupProgress {
  readonly name: BackupFileName
  readonly done: number
  readonly total: number
}

/** A backup that was made. */
export interface MadeBackup {
  readonly files: readonly BackupFile[]
  readonly leftOut: ReadonlyMap<BackupFileName, LeftOut>
  /** Damaged slots of the quota file. */
  readonly droppedSlots: number
}

/**
 * Copies what a data folder holds into a backup, beside a server and commands that go on using it. The backup takes its
 * name when it is whole and on the disk; one that was cut off leaves a folder with `.partial` behind its name, which
 * the next one removes. Throws when there is no data folder, or `to` holds anything.
 */
export async function backupDataFolder(
  config: Config,
  { clock }: Pick<World, 'clock'>,
  { to, withSecrets, onProgress }: BackupOptions,
): Promise<MadeBackup> {
  const { dataDir } = config
  if (!existsSync(dataDir)) throw new Error(`There is no data folder ${dataDir} to back up.`)
  await checkPlace(dataDir, to)
  // The copies are for their owner alone, as the folder is.
  process.umask(0o077)
  finishRestore(config)
  const madeAtMs = clock.nowMs()
  const release = ownBackup(dataDir)
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

/** Makes the folder that becomes the backup. What is in the way is of one that was cut off; nothing else is removed. */
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

function choose(config: Config, withSecrets: boolean): Map<BackupFileName, LeftOut> {
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
 * Copies the files one after the other. The quotas come behind the accounts: a developer without a slot would begin the
 * day anew, a slot without its developer does nothing.
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
    if (name === 'dataset.db' && readDatasetHeader(to)?.isWhole !== true)
      throw new Error(`${from} is not whole: it has fewer bytes than it says. Is it being copied?`)
    files.push({ name, ...digest })
  }
  return { files, droppedSlots }
}

async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
