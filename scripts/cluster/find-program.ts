import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/**
 * External programs of clusters, benchmarks and clients: their possible names, preferred first, and
 * their Debian packages.
 */
const PROGRAMS = {
  postgres: { names: ['postgres'], debian: 'postgresql' },
  initdb: { names: ['initdb'], debian: 'postgresql' },
  valkey: { names: ['valkey-server', 'redis-server'], debian: 'redis-server' },
  haproxy: { names: ['haproxy'], debian: 'haproxy' },
  nginx: { names: ['nginx'], debian: 'nginx-light' },
  openssl: { names: ['openssl'], debian: 'openssl' },
  wrk: { names: ['wrk'], debian: 'wrk' },
  python3: { names: ['python3'], debian: 'python3' },
} as const

/** The name of an external program. */
export type Program = keyof typeof PROGRAMS

/** On Debian, PostgreSQL is in a folder for each version, and haproxy and nginx are in `sbin`. */
const FOLDERS = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...versionsOf('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
  '/usr/local/sbin',
  '/usr/sbin',
]

/** Returns the path of an installed program; `undefined` if it is missing. */
export function findProgram(program: Program): string | undefined {
  return PROGRAMS[program].names
    .flatMap((name) => FOLDERS.map((folder) => join(folder, name)))
    .find(isExecutable)
}

/** Returns the path of an installed program. Throws with instructions if it is missing. */
export function programPath(program: Program): string {
  const path = findProgram(program)
  if (path !== undefined) return path
  const { names, debian } = PROGRAMS[program]
  throw new Error(
    `${names.join(' or ')} is not installed. To install it on Debian: apt-get install ${debian}`,
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionsOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted((one, other) => Number(other) - Number(one))
  } catch {
    return []
  }
}
