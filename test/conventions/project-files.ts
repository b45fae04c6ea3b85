import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Every file of the project: what git tracks, and what it would if asked; with `/` and from the
 * root.
 */
export const projectFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((file) => exists(file))

/** The text of a file of the project. */
export function readProjectFile(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Whether the project has this file or folder. */
export function exists(path: string): boolean {
  return existsSync(join(ROOT, path))
}
