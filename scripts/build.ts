import { globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { packClient } from './build-client.ts'
import { buildLibraries } from './build-libraries.ts'
import { buildPages } from './build-pages.ts'
import { hashFile, STATE_FILE } from './bundle-state.mjs'

// Builds the bundles of libraries (libraries/built), of pages and the package of the TypeScript
// client (web/built) from scratch.
// scripts/set-up.mjs runs it when a file that they were built from has changed.
const ROOT = join(import.meta.dirname, '..')
const CLIENT_PACKAGE = 'web/built/backline-client.tgz'
/**
 * Files that decide what the bundles contain and that bundlers do not load as modules, among them
 * imported style sheets.
 */
const OWN_INPUTS = [
  'package-lock.json',
  'scripts/build.ts',
  'scripts/build-libraries.ts',
  'scripts/build-pages.ts',
  'scripts/build-client.ts',
  ...globSync('scripts/docs-search/*.ts', { cwd: ROOT }),
  'src/site/docs/guides.ts',
  'src/site/docs/render-markdown.ts',
  ...globSync('client/{package.json,README.md,tsconfig.json,src/**/*.ts}', { cwd: ROOT }),
  ...globSync('web/**/*.css', { cwd: ROOT, exclude: ['web/built'] }),
]

const inputs = new Set(OWN_INPUTS)
const onInput = (path: string) => {
  const file = relative(ROOT, path).replaceAll(sep, '/')
  const isSource = !file.startsWith('..') && !file.startsWith('node_modules/')
  if (isSource && !file.startsWith('\0')) inputs.add(file)
}
const files = { ...(await buildLibraries(onInput)), ...(await buildPages(onInput)) }
for (const folder of ['libraries/built', 'web/built']) {
  mkdirSync(join(ROOT, folder), { recursive: true })
  for (const name of readdirSync(join(ROOT, folder))) {
    const file = `${folder}/${name}`
    if (!Object.hasOwn(files, file)) rmSync(join(ROOT, folder, name))
  }
}
for (const [file, text] of Object.entries(files)) writeFileSync(join(ROOT, file), text)
packClient(join(ROOT, CLIENT_PACKAGE))
// Written last, so that an interrupted build is repeated.
const hashed = [...inputs].toSorted().concat(Object.keys(files), CLIENT_PACKAGE)
const state = Object.fromEntries(hashed.map((file) => [file, hashFile(ROOT, file)]))
writeFileSync(join(ROOT, STATE_FILE), `${JSON.stringify(state, null, 2)}\n`)
