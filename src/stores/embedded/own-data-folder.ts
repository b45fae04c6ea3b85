import { join } from 'node:path'
import { hasRestore, placeRestoredFiles } from './backup/restored-files.ts'
import { lockFile } from './lock-file.ts'

/** Another process has what only one may have: it serves from the folder, or is changing the dataset in it. */
export class DataFolderTaken extends Error {
  override readonly name = 'DataFolderTaken'
}

/**
 * Makes this process the one that serves from a data folder: quotas are counted in its memory, so two would each
 * admit the whole quota. What a restore that was cut off left to do is done first. Returns what gives it back. Throws {@link DataFolderTaken} when another process has it.
 */
export function ownDataFolder(folder: string): () => void {
  const release = lockFile(join(folder, 'owner.lock'))
  if (release !== undefined) {
    placeRestoredFiles(folder)
    return release
  }
  throw new DataFolderTaken(
    hasRestore(folder)
      ? `A restore into ${folder} is under way. Try again when it has ended.`
      : `Another "backline serve" already serves from ${folder}. ` +
          'Stop it, or give this one a folder of its own with BACKLINE_DATA_DIR.',
  )
}

/**
 * Makes this process the one that makes a backup of a data folder. Everything else goes on beside it. Returns what
 * gives it back. Throws {@link DataFolderTaken} when another process has it.
 */
export function ownBackup(folder: string): () => void {
  const release = lockFile(join(folder, 'backup.lock'))
  if (release !== undefined) return release
  throw new DataFolderTaken(
    `Another command is making a backup of ${folder}. Try again when it has ended.`,
  )
}

/**
 * Makes this process the one that changes the dataset of a data folder: a change replaces the whole file, so of two
 * at one time one would be lost. Serving goes on beside it. Returns what gives it back. Throws
 * {@link DataFolderTaken} when another process has it.
 */
export function ownDataset(folder: string): () => void {
  const release = lockFile(join(folder, 'dataset.lock'))
  if (release !== undefined) return release
  throw new DataFolderTaken(
    `Another command is changing the dataset in ${folder}. Try again when it has ended.`,
  )
}
