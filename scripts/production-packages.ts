import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Development packages that are distributed in part: bundled into the pages in `web/built/`, or
 * into one module each in `libraries/built/`.
 */
export const BUNDLED = {
  pages: ['minisearch', 'preact', 'uplot'],
  libraries: ['kysely', 'typebox', 'zod'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const DISTRIBUTED: ReadonlySet<string> = new Set(Object.values(BUNDLED).flat())

/** A package that is installed to run Backline on some platform, or is bundled. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  /** Its folder, relative to the project root. */
  readonly path: string
  /** The SPDX expression of the package. */
  readonly license: string
  /** The SHA-512 of the published package, in hex. */
  readonly sha512: string
  /** Whether only some platforms install it, or none. */
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
 * Returns the packages that `npm ci --omit=dev` may install on any platform and those of {@link
 * BUNDLED}, sorted by name. Uses the lock file only, so that the result is the same on every
 * machine; npm checks installed packages against these hashes. Throws when a package has no
 * version, license or hash.
 */
export function productionPackages(): readonly ProductionPackage[] {
  const file = join(import.meta.dirname, '..', 'package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const found = new Map<string, ProductionPackage>()
  for (const [path, { version, license, integrity, dev, optional }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || (dev === true && !DISTRIBUTED.has(name))) continue
    const [algorithm, digest] = integrity?.split('-') ?? []
    if (version === undefined || license === undefined || algorithm !== 'sha512')
      throw new Error(`${path} has no version, license or SHA-512 in the lock file.`)
    found.set(`${name}@${version}`, {
      name,
      version,
      path,
      license,
      sha512: Buffer.from(digest ?? '', 'base64').toString('hex'),
      optional: optional === true,
    })
  }
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? [])
}
