import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/**
 * The servers of a cluster, what stands in front of it or is measured beside it, and what clients run on: the names that
 * programs go by, best first, and what Debian calls them.
 */
const PROGRAMS = {
  postgres: { names: ['postgres'], debian: 'postgresql' },
  initdb: { names: ['initdb'], debian: 'postgresql' },
  valkey: { names: ['valkey-server', 'redis-server'], debian: 'redis-server' },
  haproxy: { names: ['haproxy'], debian: 'haproxy' },
  nginx: { names: ['nginx'], debian: 'nginx-light' },
  openssl: { names: ['openssl'], debian: 'openssl' },
  python3: { names: ['python3'], debian: 'python3' },
} as const

/** A program that a cluster is made of. */
export type Program = keyof typeof PROGRAMS

/** Debian keeps the programs of PostgreSQL out of the way, by version, and haproxy and nginx where only root looks. */
const FOLDERS = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...versionsOf('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
  '/usr/local/sbin',
  '/usr/sbin',
]

/** The path of a program on this machine; `undefined` when it has none. */
export function findProgram(program: Program): string | undefined {
  return PROGRAMS[program].names
    .flatMap((name) => FOLDERS.map((folder) => join(folder, name)))
    .find(isExecutable)
}

/** The path of a program on this machine. Throws, with the way to get it, when it has none. */
export function programPath(program: Program): string {
  const path = findProgram(program)
  if (path !== undefined) return path
  const { names, debian } = PROGRAMS[program]
  throw new Error(
    `There is no ${names.join(' or ')} on this machine. Debian: apt-get install ${debian}`,
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
