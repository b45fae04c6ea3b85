import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. */
const BUSY = 5

/**
 * Takes an exclusive lock on a file of its own, made when it is not there. The lock is the kernel's, so it ends with
 * the process however that ends. Returns what gives it back, or `undefined` when another process, or this one, has it.
 */
export function lockFile(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
