import { lstatSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Write permission of the group and of everybody. */
const GROUP_WRITES = 0o020
const ALL_WRITE = 0o002

/** The data directory contains something that another user could have created or could change. */
export class DataFolderUnsafe extends Error {
  override readonly name = 'DataFolderUnsafe'
}

/** Options of {@link checkDataDirectory}. */
export interface DataFolderCheck {
  /**
   * Names of files that must belong to this user and must not be symbolic links. They may be
   * missing.
   */
  readonly files: readonly string[]
  /**
   * Names of files that an operator may have moved to another disk: symbolic links of this user are
   * followed.
   */
  readonly linkable: readonly string[]
  /**
   * Whether a world-writable directory is accepted, as an empty Kubernetes volume is: true where it
   * contains no accounts.
   */
  readonly mayBeShared: boolean
}

/**
 * Checks that a data directory and its files belong to this user or to root, that no other user can
 * write them, and that no symbolic link leads elsewhere. Throws {@link DataFolderUnsafe} with
 * advice.
 */
export function checkDataFolder(
  folder: string,
  { files, linkable, mayBeShared }: DataFolderCheck,
): void {
  const stats = statSync(folder)
  rejectForeign(stats, folder)
  if (!mayBeShared && (stats.mode & ALL_WRITE) !== 0) {
    throw new DataFolderUnsafe(
      `Every user of this machine can write to the data directory ${folder}. Run: chmod o-w '${folder}'`,
    )
  }
  for (const name of files) checkFile(join(folder, name), false)
  for (const name of linkable) checkFile(join(folder, name), true)
}

/**
 * Checks an open secret file: it belongs to this user or root, and neither its group nor other
 * users can write it. Throws {@link DataFolderUnsafe} with advice.
 */
export function checkSecretFile(stats: Stats, path: string): void {
  rejectForeign(stats, path)
  if (!stats.isFile()) throw new DataFolderUnsafe(`${path} is not a file.`)
  if ((stats.mode & (GROUP_WRITES | ALL_WRITE)) === 0) return
  throw new DataFolderUnsafe(
    `Other users can write to ${path}. Check its content, then run: chmod 600 '${path}'`,
  )
}

/**
 * Throws {@link DataFolderUnsafe} when `error` shows that opening failed because of a symbolic
 * link.
 */
export function explainLink(error: unknown, path: string): unknown {
  return (error as NodeJS.ErrnoException).code === 'ELOOP' ? linkRefused(path) : error
}

function checkFile(path: string, mayBeLink: boolean): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return
  rejectForeign(stats, path)
  if (stats.isSymbolicLink()) {
    if (!mayBeLink) throw linkRefused(path)
    return
  }
  if (!stats.isFile()) throw new DataFolderUnsafe(`${path} is not a file.`)
  if ((stats.mode & ALL_WRITE) !== 0) {
    throw new DataFolderUnsafe(
      `Every user of this machine can write to ${path}. Check its content, then run: chmod o-w '${path}'`,
    )
  }
}

function linkRefused(path: string): DataFolderUnsafe {
  return new DataFolderUnsafe(
    `${path} is a symbolic link. Replace it by the file; only the whole data directory may be a link.`,
  )
}

/** Root trusts only itself. */
function rejectForeign({ uid }: Stats, path: string): void {
  const self = process.getuid?.()
  if (self === undefined || uid === self || uid === 0) return
  throw new DataFolderUnsafe(
    `${path} belongs to another user (uid ${uid}; this process runs as ${self}). Run the command as that user, ` +
      'or change the owner with chown.',
  )
}
