import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import { BACKUP_FILES } from '../platform/files/backup-files.ts'

/** Largest time value of a `Date`. */
const TIME_MAX = 8.64e15

/**
 * Format version. It rises when older programs cannot restore newer backups: 2 added the history, 3
 * usage.
 */
const FORMAT = 3

const backupFile = Type.Object({
  name: Type.Enum([...BACKUP_FILES]),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const manifest = Type.Object({
  format: Type.Integer({ minimum: 1, maximum: FORMAT }),
  madeAtMs: Type.Integer({ minimum: 0, maximum: TIME_MAX }),
  backline: Type.String(),
  // Shown to people, so restricted to hex digits.
  pepperId: Type.Optional(Type.String({ pattern: '^[0-9a-f]+$' })),
  files: Type.Array(backupFile),
})

/** File of a backup: its size and the SHA-256 of its bytes in hex. */
export type BackupFile = Static<typeof backupFile>

/** Manifest of a backup. */
export interface BackupManifest {
  /** Start time of the backup. */
  readonly madeAtMs: number
  /** Version of the program that created it. */
  readonly backline: string
  /** Identifies the pepper of its keys without revealing it; absent when there was none. */
  readonly pepperId?: string
  readonly files: readonly BackupFile[]
}

/** The folder is not a backup, or its content differs from what was backed up. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

const MANIFEST = 'manifest.json'
const shape = Compile(manifest)

/** Writes the manifest of a backup, as its last file, because it vouches for the others. */
export async function writeManifest(folder: string, about: BackupManifest): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...about }, undefined, 2)}\n`
  await writeFile(join(folder, MANIFEST), text, { flag: 'wx', flush: true })
}

/** Reads the manifest of a backup. Throws {@link BackupUnusable} when it is missing or invalid. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const value = await readFile(join(folder, MANIFEST), 'utf8')
    .then(JSON.parse)
    .catch((cause) => {
      throw new BackupUnusable(`${folder} is no backup: it has no ${MANIFEST} that can be read.`, {
        cause,
      })
    })
  const { format } = (value ?? {}) as { readonly format?: unknown }
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupUnusable(
      `${folder} was made by a newer Backline (format ${format}, not ${FORMAT}). Restore it with that one.`,
    )
  }
  if (!shape.Check(value) || new Set(value.files.map(({ name }) => name)).size < value.files.length)
    throw new BackupUnusable(`${folder} is no backup: its ${MANIFEST} is not one of ours.`)
  return value
}
