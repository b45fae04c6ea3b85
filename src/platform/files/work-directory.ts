import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockFile } from './lock-file.ts'

/** Path of the work directories in a data directory. */
const FOLDER = 'temporary'

/** The lock file of the process that uses the directory. */
const LOCK = 'in-use.lock'

/** Attempts to create a directory that is not concurrently removed. */
const ATTEMPTS = 10

/**
 * The release functions of the locks. Referenced here, since a lock ends when its database is
 * garbage-collected.
 */
const releases = new Set<() => void>()

/** A directory for the files of one task. */
export interface WorkFolder {
  readonly path: string
  /** Removes the directory and its content. Idempotent. */
  remove(): void
}

/**
 * Creates a directory in the data directory for temporary files of a task. It is locked while this
 * process lives; {@link removeAbandonedWork} removes that of a killed process. Throws when the data
 * directory is not writable.
 */
export function createWorkFolder(dataDir: string, task: string): WorkFolder {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(dataDir, FOLDER, `${task}-${randomUUID()}`)
    const release = createAndLock(path)
    if (release !== undefined) {
      releases.add(release)
      return { path, remove: () => removeFolder(dataDir, path, release) }
    }
    if (attempt === ATTEMPTS)
      throw new Error(`No directory can be created in ${join(dataDir, FOLDER)}.`)
  }
}

/**
 * Removes the work directories of killed processes, but none in use by any process. One that cannot
 * be removed is retried next time.
 */
export function removeAbandonedWork(dataDir: string): void {
  for (const name of entriesOf(join(dataDir, FOLDER))) {
    const path = join(dataDir, FOLDER, name)
    try {
      refuseLink(join(dataDir, FOLDER))
      refuseLink(path)
      const release = lockFile(join(path, LOCK))
      if (release !== undefined) removeFolder(dataDir, path, release)
    } catch {
      // Another process is removing it, or it is not a work directory.
    }
  }
}

/**
 * Creates and locks a directory. Returns `undefined` when another process has treated it as
 * abandoned in between.
 */
function createAndLock(path: string): (() => void) | undefined {
  refuseLink(dirname(path))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const lock = join(path, LOCK)
  try {
    const release = lockFile(lock)
    if (release === undefined || existsSync(lock)) return release
    release()
  } catch (error) {
    if (existsSync(path)) throw error
  }
  return undefined
}

/** Throws when the path is a symbolic link: its target must not be written or removed. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new Error(
    `${path} is a symbolic link. Remove it: Backline creates a directory of this name.`,
  )
}

function removeFolder(dataDir: string, path: string, release: () => void): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } finally {
    release()
    releases.delete(release)
  }
  try {
    rmdirSync(join(dataDir, FOLDER))
  } catch {
    // It is in use, or missing.
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
