import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { checkSecretFile, explainLink } from './check-data-directory.ts'

/**
 * Returns the text of a file, or `undefined` when it is missing. Throws when it cannot be read, is
 * a symbolic link, belongs to another user, or is writable by others, who may then know the secret.
 */
export function readSecretFile(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainLink(error, path)
  }
  try {
    checkSecretFile(fstatSync(file), path)
    return readFileSync(file, 'utf8').trim()
  } finally {
    closeSync(file)
  }
}

/**
 * Returns the text of a file that only its owner can read, creating it from `make()` when missing.
 * Of several concurrent processes one wins and all get its text; a partial file is never visible.
 */
export function readOrCreateSecretFile(path: string, make: () => string): string {
  const existing = readSecretFile(path)
  if (existing !== undefined) return existing
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const text = readSecretFile(path)
  if (text === undefined) throw new Error(`${path} was removed while it was being created.`)
  return text
}
