import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { rolldown } from 'rolldown'
import { licenceTexts } from './licence-texts.ts'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'libraries')

/**
 * Bundles each library of `libraries/` into one module, as far as it is used, readable and without its documentation, and gathers their
 * licences, by the files they are kept in. The same sources make the same bytes. Throws with what the bundler said.
 */
export async function buildLibraries(): Promise<Readonly<Record<string, string>>> {
  const names = readdirSync(FOLDER).flatMap((file) => {
    const { name, ext } = parse(file)
    return ext === '.ts' ? [name] : []
  })
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(FOLDER, `${name}.ts`)])),
    // Names of files stand in what is made.
    cwd: ROOT,
    platform: 'node',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    comments: { legal: true, annotation: false, jsdoc: false },
    // What two of them share.
    chunkFileNames: 'shared-[name].js',
  })
  await bundle.close()
  const files: Record<string, string> = {}
  for (const part of output) {
    if (part.type === 'chunk') files[`libraries/built/${part.fileName}`] = part.code
  }
  return { ...files, 'libraries/built/licences.txt': licenceTexts(BUNDLED.libraries) }
}
