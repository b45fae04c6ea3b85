import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const CLIENT = join(ROOT, 'client')

/** Files copied into the package, with their sources. */
const COPIES = {
  'package.json': join(CLIENT, 'package.json'),
  'README.md': join(CLIENT, 'README.md'),
  LICENSE: join(ROOT, 'LICENSE'),
}

/**
 * Builds the package of the TypeScript client in `folder`, which is emptied first: JavaScript
 * without comments, and declarations with them. Throws with the output of the compiler.
 */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(folder, ['--removeComments'])
  compile(folder, ['--declaration', '--emitDeclarationOnly'])
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    // Older compilers require the runtime names of modules.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/( from '\.[^']*)\.ts'/g, "$1.js'"))
  }
  for (const [name, source] of Object.entries(COPIES)) cpSync(source, join(folder, name))
}

function compile(folder: string, args: readonly string[]): void {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const project = ['-p', CLIENT, '--noEmit', 'false', '--outDir', folder]
  const { status, stdout, stderr } = spawnSync(tsc, [...project, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The client does not compile.\n${stdout}${stderr}`)
}
