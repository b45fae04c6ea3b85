import { readFile, stat } from 'node:fs/promises'
import { ConfigError } from '../../../platform/config/config-error.ts'
import type { FileRead } from './watch-files.ts'

/** Reads the entries of a file. Rejects with a {@link ConfigError} that lists all problems. */
export type ReadFile<Entry> = () => Promise<readonly Entry[]>

/**
 * Creates a function that reads the file of a setting, only if the file has changed since the last
 * call. An unreadable or invalid file rejects once per change; further calls return the last valid
 * entries.
 */
export function readWhenChanged<Entry>(
  setting: string,
  file: string | undefined,
  parse: (text: string) => FileRead<Entry>,
): ReadFile<Entry> {
  let seen = ''
  let entries: readonly Entry[] = []
  return async () => {
    if (file === undefined) return entries
    const identity = await identityOf(file)
    if (identity === seen) return entries
    seen = identity
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError([`${setting}: ${file} cannot be read (${error.code}).`])
    })
    const read = parse(text)
    if ('problems' in read) {
      throw new ConfigError(read.problems.map((problem) => `${setting}: ${problem}`))
    }
    entries = read.entries
    return entries
  }
}

async function identityOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(file, { bigint: true })
    return [dev, ino, size, mtimeNs].join('/')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
