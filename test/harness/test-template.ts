import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { temporaryFolder } from './temporary-folder.ts'

let own: string | undefined

/**
 * Returns a folder of files that tests copy instead of creating them. Calls `create` with an empty
 * folder unless another test has filled one of this name: all files of a run share the folder that
 * `scripts/run-tests.ts` puts into `TEST_TEMPLATES`.
 */
export async function testTemplate(
  name: string,
  create: (folder: string) => unknown,
): Promise<string> {
  const templates = process.env['TEST_TEMPLATES'] ?? (own ??= temporaryFolder())
  const filled = join(templates, name)
  if (existsSync(filled)) return filled
  const folder = mkdtempSync(join(templates, 'new-'))
  await create(folder)
  try {
    renameSync(folder, filled)
  } catch (error) {
    // Another file was faster.
    if (!existsSync(filled)) throw error
    rmSync(folder, { recursive: true })
  }
  return filled
}
