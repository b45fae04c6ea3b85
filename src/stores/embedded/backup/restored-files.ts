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

/*
 * Several files cannot take their names in one step, so a restore has two. It gathers all of them, checked and on the
 * disk, in a folder of the data folder; when that folder is renamed, the restore has happened. What is left to do is
 * to move the files to their places, and whoever opens the data folder next does that first, if the restore itself did
 * not come to it.
 */
const GATHERING = 'restoring'
const GATHERED = 'restored'

/** The side files of SQLite. Those of an old database must not be taken for the new one's. */
const SIDE_FILES = ['-wal', '-shm', '-journal']

/** The folder in which a restore gathers its files. */
export function gatheringFolder(dataDir: string): string {
  return join(dataDir, GATHERING)
}

/** Whether a restore is under way in a data folder, or was cut off. */
export function hasRestore(dataDir: string): boolean {
  return hasRestoredFiles(dataDir) || existsSync(gatheringFolder(dataDir))
}

/** Whether a restore has happened whose files are not all in their places. */
export function hasRestoredFiles(dataDir: string): boolean {
  return existsSync(join(dataDir, GATHERED))
}

/** Removes what a restore gathered that was cut off. Only for the owner of the folder. */
export function forgetGathered(dataDir: string): void {
  rmSync(gatheringFolder(dataDir), { recursive: true, force: true })
}

/** Makes the restore happen: from here on the gathered files are those of the data folder. Only for its owner. */
export function keepGathered(dataDir: string): void {
  const folder = gatheringFolder(dataDir)
  for (const name of readdirSync(folder)) flush(join(folder, name))
  flush(folder)
  renameSync(folder, join(dataDir, GATHERED))
  flush(dataDir)
}

/** Moves restored files to their places. Only for the owner of the folder. When it is cut off, it is done again. */
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
