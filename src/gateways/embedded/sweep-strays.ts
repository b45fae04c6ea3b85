import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** How long nobody has written to a file before it is taken for the rest of a build that was killed. */
const STRAY_AFTER_MS = 86_400_000

/** The name that a dataset has while it is made; `id` is one that no other has. */
export function temporaryName(file: string, id: string): string {
  return `${file}.${id}.tmp`
}

/**
 * Removes what killed builds of `file` have left beside it. `fresh` is a file that was written just now: its time is
 * what the others are compared with, so that no clock but the disk's own has a say. A build that goes on writes all
 * the time, so a file untouched for a day belongs to none. What another sweep removes first is no fault.
 */
export async function sweepStrays(file: string, fresh: string): Promise<void> {
  const folder = dirname(file)
  const { mtimeMs: nowMs } = await stat(fresh)
  const [before = '', after = ''] = temporaryName(basename(file), '*').split('*')
  for (const name of await readdir(folder)) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < nowMs - STRAY_AFTER_MS) {
      await rm(path, { force: true })
    }
  }
}
