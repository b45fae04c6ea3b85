import { readFile, stat } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import type { FileRead } from '../config/collect-files.ts'

/** Reads what a file says now. Rejects with a {@link ConfigError} that says all that is wrong with it. */
export type ReadFile<Entry> = () => Promise<readonly Entry[]>

/**
 * Makes what reads the file that a setting names, again only when it has changed. Of one that cannot be read, or is wrong, it rejects
 * once for each change, and says after that what it said before.
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
