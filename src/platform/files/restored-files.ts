import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { BACKUP_FILES, WRITTEN_DATABASES } from './backup-files.ts'

/**
 * Several files cannot be replaced atomically, so a restore has two phases. It collects all files,
 * checked and synced, in a subdirectory of the data directory; renaming that commits the restore.
 * The files are then moved to their paths. If the restore is interrupted before that, the next
 * process that opens the data directory completes it.
 */
const GATHERING = 'restoring'
const GATHERED = 'restored'

/** Suffixes of SQLite side files. Those of an old database must not be applied to the new one. */
const SIDE_FILES = ['-wal', '-shm', '-journal']

/** The directory in which a restore collects its files. */
export function stagingDirectory(dataDir: string): string {
  return join(dataDir, GATHERING)
}

/** Whether a restore is running or was interrupted. */
export function hasRestore(dataDir: string): boolean {
  return hasRestoredFiles(dataDir) || existsSync(stagingDirectory(dataDir))
}

/** Whether a committed restore still has files to move. */
export function hasRestoredFiles(dataDir: string): boolean {
  return existsSync(join(dataDir, GATHERED))
}

/** Removes the files of an interrupted restore. Only for the owner of the directory. */
export function deleteStagedRestore(dataDir: string): void {
  rmSync(stagingDirectory(dataDir), { recursive: true, force: true })
}

/**
 * Commits the restore: from now on the collected files are those of the data directory. Only for
 * its owner.
 */
export function commitStagedRestore(dataDir: string): void {
  const folder = stagingDirectory(dataDir)
  for (const name of readdirSync(folder)) flush(join(folder, name))
  flush(folder)
  renameSync(folder, join(dataDir, GATHERED))
  flush(dataDir)
}

/**
 * Moves restored files to their final paths. Only for the owner of the directory. Repeatable after
 * an interruption.
 */
export function placeRestoredFiles(dataDir: string): void {
  const folder = join(dataDir, GATHERED)
  if (!existsSync(folder)) return
  for (const name of BACKUP_FILES) {
    if (!existsSync(join(folder, name))) continue
    if (WRITTEN_DATABASES.includes(name)) {
      for (const side of SIDE_FILES) rmSync(join(dataDir, `${name}${side}`), { force: true })
    }
    renameSync(join(folder, name), join(dataDir, name))
  }
  flush(dataDir)
  rmdirSync(folder)
  flush(dataDir)
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
