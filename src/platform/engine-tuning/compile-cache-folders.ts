import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

/**
 * Permission bits: writable by the group or by others; anything for them; only owners may rename
 * and remove entries.
 */
const WRITABLE_BY_OTHERS = 0o022
const ANYTHING_BY_OTHERS = 0o077
const STICKY = 0o1000

/** Candidate locations of a compile cache. */
export interface CompileCacheOptions {
  /**
   * The `node_modules` of this installation: a user who can write it can change the program anyway.
   */
  readonly nodeModules: string
  readonly dataDir: string
  /** The user of this process. */
  readonly uid?: number | undefined
}

/**
 * Creates the candidate directories of the compile cache, the best first, each with mode 0700.
 * Skips those that other users could write: an entry is code that Node runs without checking who
 * wrote it.
 */
export function* compileCacheFolders({
  nodeModules,
  dataDir,
  uid = process.geteuid?.(),
}: CompileCacheOptions): Generator<string> {
  const shared = join(nodeModules, '.cache')
  const installed = join(shared, 'backline')
  if (createFolder(shared) && isAsSafeAs(shared, nodeModules, uid) && createFolder(installed)) {
    if (isPrivate(installed, uid)) yield installed
  }
  const data = realPath(dataDir)
  if (data === undefined || !isOnlyOurs(data, uid)) return
  const compiled = join(data, 'compiled')
  if (createFolder(compiled) && isPrivate(compiled, uid)) yield compiled
}

/**
 * Returns whether only the user `uid` or root can write or replace a directory: it and its parents
 * belong to one of them, and other users cannot write them; a parent may be sticky, such as `/tmp`.
 */
export function isOnlyOurs(path: string, uid: number | undefined = process.geteuid?.()): boolean {
  const real = realPath(path)
  if (real === undefined || !isOwnFolder(real, uid, WRITABLE_BY_OTHERS)) return false
  for (let above = dirname(real); ; above = dirname(above)) {
    const { mode } = lstatSync(above)
    const forbidden = (mode & STICKY) === 0 ? WRITABLE_BY_OTHERS : 0
    if (!isOwnFolder(above, uid, forbidden)) return false
    if (above === dirname(above)) return true
  }
}

/** Whether a directory, not a symbolic link, is accessible only to the user `uid` and root. */
function isPrivate(path: string, uid: number | undefined): boolean {
  return isOwnFolder(path, uid, ANYTHING_BY_OTHERS)
}

/**
 * Returns whether a directory, not a symbolic link, is writable only for users who can write its
 * parent as well.
 */
function isAsSafeAs(path: string, above: string, uid: number | undefined): boolean {
  const [inner, outer] = [lstatSync(path), lstatSync(realPath(above) ?? above)]
  const sharedBits = inner.gid === outer.gid ? outer.mode & WRITABLE_BY_OTHERS : 0
  return isOwnFolder(path, uid, WRITABLE_BY_OTHERS & ~sharedBits)
}

function isOwnFolder(path: string, uid: number | undefined, forbidden: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || uid === undefined || !found.isDirectory()) return false
  return (found.uid === uid || found.uid === 0) && (found.mode & forbidden) === 0
}

/** Creates a directory if it is missing. Returns whether its name exists now. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
