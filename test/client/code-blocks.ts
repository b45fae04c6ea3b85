import { spawnSync } from 'node:child_process'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..', '..')

/** The blocks of a language in a document, in order. */
export function codeBlocks(markdown: string, language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...markdown.matchAll(fence)].map(([, code = '']) => code)
}

/**
 * What the compiler says of programs in a folder where the client is installed; empty when all is
 * right.
 */
export function checkTypes(folder: string, files: readonly string[]): string {
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')]
  const rules = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext']
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  return spawnSync(tsc, [...rules, ...types, ...files], { cwd: folder, encoding: 'utf8' }).stdout
}

/**
 * Runs a block as a file of its own against a server. Returns what it printed; rejects when it
 * fails.
 */
export async function runBlock(
  { folder, file, code }: { folder: string; file: string; code: string },
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  writeFileSync(join(folder, file), code)
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    timeout: 30_000,
  })
  return stdout
}
