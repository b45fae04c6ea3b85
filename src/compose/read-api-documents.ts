import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Where the committed documents are. */
const ROOT = join(import.meta.dirname, '..', '..')

/** The committed document behind each path that serves one. */
const FILES = {
  '/api/open/openapi.json': 'openapi.json',
  '/api/open/openapi-3.0.json': 'openapi-3.0.json',
  '/api/developer/openapi.json': 'openapi-developer.json',
} as const

/**
 * Reads the OpenAPI documents by the paths they are served under, and sets in them the bound of an arena window that is
 * in force here.
 */
export function readApiDocuments({
  arenaRanksMax,
}: Pick<Config, 'arenaRanksMax'>): ReadonlyMap<string, unknown> {
  const setBound = (key: string, value: unknown) =>
    key === 'x-rank-window' ? { ...(value as object), maxRanks: arenaRanksMax } : value
  return new Map(
    Object.entries(FILES).map(([path, file]) => [
      path,
      JSON.parse(readFileSync(join(ROOT, file), 'utf8'), setBound) as unknown,
    ]),
  )
}
