import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces `file` whole: `make` fills a temporary file beside it, and only when that has ended well and has reached
 * the disk does it take the name. So `file` is the old one or the whole new one, never a part. When `make` throws, or
 * answers false for "let it be", the temporary file is removed and `file` stays as it was. The folder has to exist.
 */
export async function replaceFile(
  file: string,
  make: (temporary: string) => Promise<boolean | void>,
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    if ((await make(temporary)) === false) return
    await flush(temporary)
    await rename(temporary, file)
    await flush(dirname(file))
  } finally {
    await rm(temporary, { force: true })
    await rm(`${temporary}-journal`, { force: true })
  }
}

/** Removes what replacements of `file` left behind that were killed. Only for who knows that none is under way. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file)
  const isLeftover = (name: string) =>
    name.startsWith(`${basename(file)}.`) && /\.tmp(?:-journal)?$/.test(name)
  const names = await readdir(folder)
  for (const name of names.filter(isLeftover)) await rm(join(folder, name), { force: true })
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
