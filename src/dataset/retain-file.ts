import { close, openSync } from 'node:fs'

/**
 * Opens a file so that its data outlives its name, for readers that use it by other means. Returns
 * the function that closes it asynchronously: closing the last descriptor of an unlinked file frees
 * its blocks, which takes 200 ms per gigabyte and here runs on the thread pool. Throws if the file
 * does not exist.
 */
export function retainFile(file: string): () => void {
  const descriptor = openSync(file, 'r')
  // An error on closing has no consequence and no remedy.
  return () => close(descriptor, () => {})
}
