import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import { BACKUP_FILES } from './backup-files.ts'

/** The last millisecond that a `Date` can say. */
const TIME_MAX = 8.64e15

/** Changes when an older program could not restore what a newer one backs up: the history came with the second, usage with the third. */
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
  // It is shown to people.
  pepperId: Type.Optional(Type.String({ pattern: '^[0-9a-f]+$' })),
  files: Type.Array(backupFile),
})

/** One file of a backup: its size and the SHA-256 of its bytes in hex. */
export type BackupFile = Static<typeof backupFile>

/** What a backup says of itself. */
export interface BackupManifest {
  /** When the backup began. */
  readonly madeAtMs: number
  /** The version of the program that made it. */
  readonly backline: string
  /** Names the pepper under which its keys are recognised, without giving it away; absent where there was none. */
  readonly pepperId?: string
  readonly files: readonly BackupFile[]
}

/** A backup is not one, or not the one that was made. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

const MANIFEST = 'manifest.json'
const shape = Compile(manifest)

/** Writes the manifest of a backup: the last file, for it vouches for the others. */
export async function writeManifest(folder: string, about: BackupManifest): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...about }, undefined, 2)}\n`
  await writeFile(join(folder, MANIFEST), text, { flag: 'wx', flush: true })
}

/** Reads the manifest of a backup. Throws {@link BackupUnusable} when the folder has none, or one of another kind. */
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
