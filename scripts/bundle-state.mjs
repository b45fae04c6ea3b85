// Whether the bundles of libraries and pages are current. Plain JavaScript without dependencies,
// because scripts/set-up.mjs asks on any Node version before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The SHA-256 by path of each file that the bundles were built from, and of each bundle. */
export const STATE_FILE = 'web/built/hashes.json'

/** Returns whether the bundles and every file that they were built from are unchanged. */
export function areBundlesCurrent(root) {
  const path = join(root, STATE_FILE)
  if (!existsSync(path)) return false
  const hashes = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
  return hashes.every(([file, hash]) => hashFile(root, file) === hash)
}

/** Returns the SHA-256 of a file; undefined when it does not exist. */
export function hashFile(root, file) {
  const path = join(root, file)
  if (!existsSync(path)) return undefined
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
