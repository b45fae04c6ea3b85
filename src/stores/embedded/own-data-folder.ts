import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process serves from this data folder. */
export class DataFolderTaken extends Error {
  override readonly name = 'DataFolderTaken'
}

/** SQLITE_BUSY. */
const BUSY = 5

/**
 * Makes this process the one that serves from a data folder: quotas are counted in its memory, so two would each
 * admit the whole quota. The lock is the kernel's, on a file of its own, so it ends with the process however that
 * ends. Returns what gives it back. Throws {@link DataFolderTaken} when another process has it.
 */
export function ownDataFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new DataFolderTaken(
      `Another "backline serve" already serves from ${folder}. ` +
        'Stop it, or give this one a folder of its own with BACKLINE_DATA_DIR.',
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
