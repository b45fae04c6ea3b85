import { join } from 'node:path'
import { hasRestore, placeRestoredFiles } from './restored-files.ts'
import { lockFile } from './lock-file.ts'

/**
 * Another process holds an exclusive lock: it serves from the directory, or changes its dataset.
 */
export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked'
}

/**
 * Acquires the lock of the serving process: quotas are counted in its memory, so two would each
 * admit the whole quota. First completes an interrupted restore. Returns the function that releases
 * it. Throws {@link DataDirectoryLocked} when another process holds it.
 */
export function lockDataDirectory(folder: string): () => void {
  const release = lockFile(join(folder, 'owner.lock'))
  if (release !== undefined) {
    placeRestoredFiles(folder)
    return release
  }
  throw new DataDirectoryLocked(
    hasRestore(folder)
      ? `A restore into ${folder} is running. Try again when it has finished.`
      : `Another "backline serve" already serves from ${folder}. ` +
          'Stop it, or set BACKLINE_DATA_DIR to another directory.',
  )
}

/**
 * Acquires the lock of the backup process. All else continues. Returns the function that releases
 * it. Throws {@link DataDirectoryLocked} when another process holds it.
 */
export function lockBackup(folder: string): () => void {
  const release = lockFile(join(folder, 'backup.lock'))
  if (release !== undefined) return release
  throw new DataDirectoryLocked(
    `Another command is creating a backup of ${folder}. Try again when it has finished.`,
  )
}

/**
 * Acquires the lock for changing the dataset: a change replaces the whole file, so one of two
 * concurrent changes would be lost. Serving continues. Returns the function that releases it.
 * Throws {@link DataDirectoryLocked} when another process holds it.
 */
export function lockDataset(folder: string): () => void {
  const release = lockFile(join(folder, 'dataset.lock'))
  if (release !== undefined) return release
  throw new DataDirectoryLocked(
    `Another command is changing the dataset in ${folder}. Try again when it has finished.`,
  )
}
