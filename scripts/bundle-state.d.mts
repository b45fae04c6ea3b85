/** The SHA-256 by path of each file that the bundles were built from, and of each bundle. */
export const STATE_FILE: string
/** Returns whether the bundles and every file that they were built from are unchanged. */
export function areBundlesCurrent(root: string): boolean
/** Returns the SHA-256 of a file; undefined when it does not exist. */
export function hashFile(root: string, file: string): string | undefined
