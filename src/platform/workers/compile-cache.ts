import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import module from 'node:module'
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
 * Enables Node's compile cache. An entry is code that Node runs without checking who wrote it, so
 * the cache is in a folder that only this user or root can write: `node_modules/.cache/backline`
 * where that can be made, else `compiled` in the data directory, else nowhere; never in the
 * system's temporary directory, Node's default. Where `NODE_COMPILE_CACHE` has enabled it already,
 * nothing changes: returns a warning for the operator if others can write that folder.
 */
export function enableCompileCache(options: CompileCacheOptions): string | undefined {
  const enabled = module.getCompileCacheDir()
  if (enabled !== undefined) {
    return isOnlyOurs(dirname(enabled), options.uid)
      ? undefined
      : `NODE_COMPILE_CACHE is ${dirname(enabled)}, which other users can write or replace: they can run code as this user. ` +
          'Unset it, or set a directory that only this user or root can write.'
  }
  for (const folder of compileCacheFolders(options)) {
    const { status } = module.enableCompileCache(folder)
    if (status === module.constants.compileCacheStatus.ENABLED) return undefined
  }
  return undefined
}

/**
 * Creates the candidate directories of the compile cache, the best first, each with mode 0700.
 * Skips those that other users could write.
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
 * Returns the environment by which a thread or process without this one's environment finds the
 * compile cache; empty without a cache, and where other users could write it. Node adds a directory
 * for its version.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const enabled = module.getCompileCacheDir()
  if (enabled === undefined || !isOnlyOurs(dirname(enabled))) return {}
  return { NODE_COMPILE_CACHE: dirname(enabled) }
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
