import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. */
const BUSY = 5

/**
 * Acquires an exclusive lock on a dedicated file, creating it when missing. The kernel releases it
 * when the process ends, however it ends. Returns the function that releases it, or `undefined`
 * when another process, or this one, holds it. Throws an error for the operator when the file
 * cannot be created.
 */
export function lockFile(path: string): (() => void) | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    if ((cause as { errcode?: number }).errcode === BUSY) return undefined
    throw new Error(
      `The lock ${path} cannot be acquired. Check that its directory exists and is writable.`,
      { cause },
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
