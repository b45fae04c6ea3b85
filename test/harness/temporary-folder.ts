import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const folders: string[] = []
// Not in an `after` hook: hooks run in the order of their registration, so the folder would be
// removed before its users close.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a folder that is removed when the process of the test file exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // A database server that may not run as root must be able to enter its own subfolder.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}
