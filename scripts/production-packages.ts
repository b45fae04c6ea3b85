import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages for development of which a part is passed on: bundled into the pages in `web/built/`, or into one module each in
 * `libraries/built/`.
 */
export const BUNDLED = {
  pages: ['preact', 'uplot'],
  libraries: ['kysely', 'typebox', 'zod'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const PASSED_ON: ReadonlySet<string> = new Set(Object.values(BUNDLED).flat())

/** One package that is installed to run Backline, on this or another kind of machine, or is bundled. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  /** Where it is put, from the root of the project. */
  readonly path: string
  /** An SPDX expression, as the package says. */
  readonly licence: string
  /** The SHA-512 of the package as it is published, in hex. */
  readonly sha512: string
  /** Whether only some kinds of machines get it, or none may. */
  readonly optional: boolean
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: true
  readonly optional?: true
}

/**
 * The packages that `npm ci --omit=dev` may install on any machine, and those of {@link BUNDLED}, by name, from the lock
 * file alone: the same on every machine, and what is installed is checked against these hashes. Throws when one says no licence or has no hash.
 */
export function productionPackages(): readonly ProductionPackage[] {
  const file = join(import.meta.dirname, '..', 'package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const found = new Map<string, ProductionPackage>()
  for (const [path, { version, license, integrity, dev, optional }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || (dev === true && !PASSED_ON.has(name))) continue
    const [algorithm, digest] = integrity?.split('-') ?? []
    if (version === undefined || license === undefined || algorithm !== 'sha512')
      throw new Error(`${path} says no version, no licence or no SHA-512 in the lock file.`)
    found.set(`${name}@${version}`, {
      name,
      version,
      path,
      licence: license,
      sha512: Buffer.from(digest ?? '', 'base64').toString('hex'),
      optional: optional === true,
    })
  }
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? [])
}
