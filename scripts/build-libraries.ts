import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { rolldown } from 'rolldown'
import { listInputs } from './list-inputs.ts'
import { licenseTexts } from './license-texts.ts'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'libraries')

/**
 * Bundles each library of `libraries/` into one readable, tree-shaken module without its
 * documentation, and collects the licenses. Calls `onInput` with the path of each module. Returns
 * the content of each file by path. Deterministic. Rejects with the error of the bundler.
 */
export async function buildLibraries(
  onInput: (path: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const names = readdirSync(FOLDER).flatMap((file) => {
    const { name, ext } = parse(file)
    return ext === '.ts' ? [name] : []
  })
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(FOLDER, `${name}.ts`)])),
    // The output contains file names relative to this.
    cwd: ROOT,
    platform: 'node',
    plugins: [listInputs(onInput)],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Code shared by several libraries.
    chunkFileNames: 'shared-[name].js',
  })
  await bundle.close()
  const files: Record<string, string> = {}
  for (const part of output) {
    if (part.type === 'chunk') files[`libraries/built/${part.fileName}`] = part.code
  }
  return { ...files, 'libraries/built/licenses.txt': licenseTexts(BUNDLED.libraries) }
}
