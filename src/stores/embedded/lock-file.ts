import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. */
const BUSY = 5

/**
 * Takes an exclusive lock on a file of its own, made when it is not there. The lock is the kernel's, so it ends with
 * the process however that ends. Returns what gives it back, or `undefined` when another process, or this one, has it.
 * Throws, in words for the operator, when there can be no such file.
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
      `The lock ${path} cannot be taken. Is its folder there, and may this user write to it?`,
      { cause },
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
