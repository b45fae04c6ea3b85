import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that state the version, each with the text around it. */
const STATEMENTS: Readonly<Record<string, RegExp>> = {
  'package.json': /(?<=^ {2}"version": ")[^"]+/m,
  'package-lock.json': /(?<=^ {2,6}"version": ")[^"]+(?=",\n {2,6}"(?:lockfileVersion|license)")/gm,
  'client/package.json': /(?<=^ {2}"version": ")[^"]+/m,
  'client/python/backline.py': /(?<=^__version__ = ")[^"]+/m,
}

/** Returns whether a text is a version: three numbers. */
export function isVersion(text: string): boolean {
  return /^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/.test(text)
}

/** Returns whether a version is later than another. */
export function isLater(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split('.').map(Number))
  const at = (one ?? []).findIndex((number, index) => number !== two?.[index])
  return at >= 0 && (one?.[at] ?? 0) > (two?.[at] ?? 0)
}

/** Returns the version that each file states, by path. Throws if a file states none. */
export function readVersions(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(STATEMENTS).flatMap(([file, statement]) => {
      const found = [...readFileSync(join(root, file), 'utf8').matchAll(globally(statement))]
      if (found.length === 0) throw new Error(`${file} states no version.`)
      return found.map(([version], at) => [at === 0 ? file : `${file} (${at + 1})`, version])
    }),
  )
}

/** Writes a version into every file that states it. */
export function writeVersions(root: string, version: string): void {
  for (const [file, statement] of Object.entries(STATEMENTS)) {
    const path = join(root, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(globally(statement), version))
  }
}

function globally(statement: RegExp): RegExp {
  return new RegExp(statement.source, 'gm')
}
