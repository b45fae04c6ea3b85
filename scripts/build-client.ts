import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const CLIENT = join(ROOT, 'client')

/** Files copied into the package, with their sources. */
const COPIES = {
  'package.json': join(CLIENT, 'package.json'),
  'README.md': join(CLIENT, 'README.md'),
  LICENSE: join(ROOT, 'LICENSE'),
}

/** Compiler options of the CommonJS copy. */
const COMMONJS = '--module commonjs --moduleResolution bundler --verbatimModuleSyntax false'.split(
  ' ',
)

/**
 * Builds the package of the TypeScript client in `folder`, which is emptied first: JavaScript
 * without comments, and declarations with them, as ECMAScript modules and, in `cjs`, as CommonJS.
 * Throws with the output of the compiler.
 */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  compileInto(folder, [])
  compileInto(join(folder, 'cjs'), COMMONJS)
  writeFileSync(join(folder, 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
  for (const [name, source] of Object.entries(COPIES)) cpSync(source, join(folder, name))
}

/**
 * Builds the package in a folder beside `file` and packs it there, without the version in its name.
 * The same sources give the same bytes with the same npm.
 */
export function packClient(file: string): void {
  const folder = mkdtempSync(`${file}-`)
  try {
    buildClient(join(folder, 'package'))
    const args = ['pack', '--json', '--silent', '--pack-destination', folder]
    const output = execFileSync('npm', args, { cwd: join(folder, 'package'), encoding: 'utf8' })
    const [packed] = JSON.parse(output) as [{ readonly filename: string }]
    renameSync(join(folder, packed.filename), file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compileInto(folder: string, args: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  compile(folder, [...args, '--removeComments'])
  compile(folder, [...args, '--declaration', '--emitDeclarationOnly'])
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    // Older compilers require the runtime names of modules.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/( from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

function compile(folder: string, args: readonly string[]): void {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const project = ['-p', CLIENT, '--noEmit', 'false', '--outDir', folder]
  const { status, stdout, stderr } = spawnSync(tsc, [...project, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The client does not compile.\n${stdout}${stderr}`)
}
