import { close, openSync } from 'node:fs'

/**
 * Keeps the file that a name stands for on the disk, for who reads it by other means. Returns what lets go of it, without
 * waiting: a file that has lost its name is given back by the last who lets go of it, which takes a fifth of a second for
 * a gigabyte, and this one does it in another thread. Throws when there is no such file.
 */
export function keepFile(file: string): () => void {
  const descriptor = openSync(file, 'r')
  // Nobody can do anything about a file that does not close.
  return () => close(descriptor, () => {})
}
