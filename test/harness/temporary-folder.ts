import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const folders: string[] = []
// Not in a hook: those run in the order in which they were made, and what is in a folder would lose it before it is closed.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder that is gone when the tests of the file are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // A database server that may not run as root has to get to its own folder in it.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}
