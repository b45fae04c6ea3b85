import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces `file` atomically: `write` fills a temporary file in the same directory, which is synced
 * and then renamed. When `write` throws, or resolves to false to cancel, `file` stays unchanged and
 * the temporary file is removed. The directory must exist.
 */
export async function replaceFile(
  file: string,
  write: (temporary: string) => Promise<boolean | void>,
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    if ((await write(temporary)) === false) return
    await syncToDisk(temporary)
    await rename(temporary, file)
    await syncToDisk(dirname(file))
  } finally {
    await rm(temporary, { force: true })
    await rm(`${temporary}-journal`, { force: true })
  }
}

/**
 * Removes the temporary files of killed replacements of `file`. Call it only when no replacement is
 * in progress.
 */
export async function removeTemporaryFiles(file: string): Promise<void> {
  const folder = dirname(file)
  const isLeftover = (name: string) =>
    name.startsWith(`${basename(file)}.`) && /\.tmp(?:-journal)?$/.test(name)
  const names = await readdir(folder)
  for (const name of names.filter(isLeftover)) await rm(join(folder, name), { force: true })
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
