import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { ApiDocument } from '../docs/api-document.ts'
import { createPages } from '../docs/create-pages.ts'
import { createTrackerPages } from '../docs/create-tracker-pages.ts'
import { headTags } from '../docs/head-tags.ts'
import type { Clock } from '../domain/clock.ts'
import type { PublicFile } from '../http/public-files.ts'
import { originOf } from './origin-of.ts'
import { portalLink } from './portal-link.ts'

/** Where the committed documents are. */
const ROOT = join(import.meta.dirname, '..', '..')

/** The committed document behind each path that serves one. */
const API_DOCUMENTS = {
  '/api/open/openapi.json': 'openapi.json',
  '/api/open/openapi-3.0.json': 'openapi-3.0.json',
  '/api/developer/openapi.json': 'openapi-developer.json',
  '/api/public/openapi.json': 'openapi-public.json',
} as const

/** What the pages look like and do, by the names they are fetched by. */
const ASSETS: Readonly<Record<string, string>> = {
  'tokens.css': 'web/tokens.css',
  'docs.css': 'web/docs/docs.css',
  'status.css': 'web/status/status.css',
  'try-it.js': 'web/docs/try-it.js',
  'icon.svg': 'web/docs/icon.svg',
}

/**
 * What stands beside the interfaces, by the paths it is served under: the OpenAPI documents, with the bound of an arena
 * window that is in force here, the pages made from them and from the guides, and the tracker. Each is made when somebody first asks
 * for it: together they take longer than all else that a start does, and most processes are never asked.
 */
export function readPublicFiles(
  config: Pick<Config, 'arenaRanksMax' | 'publicUrl' | 'listen' | 'portal'>,
  clock: Pick<Clock, 'nowMs'>,
): ReadonlyMap<string, PublicFile> {
  const { arenaRanksMax } = config
  const origin = originOf(config)
  const portal = portalLink(config)
  const setBound = (key: string, value: unknown) =>
    key === 'x-rank-window' ? { ...(value as object), maxRanks: arenaRanksMax } : value
  const readApi = (file: string) => JSON.parse(readText(file), setBound) as ApiDocument
  const pages = createPages({
    api: () => readApi(API_DOCUMENTS['/api/open/openapi.json']),
    publicApi: () => readApi(API_DOCUMENTS['/api/public/openapi.json']),
    origin,
    portal,
    readDocument: readText,
    assets: ASSETS,
  })
  const files = new Map<string, PublicFile>()
  for (const [path, file] of Object.entries(API_DOCUMENTS)) {
    const body = () => JSON.stringify(readApi(file))
    files.set(path, { kind: 'openapi', contentType: 'application/json', body })
  }
  for (const [path, page] of pages) files.set(path, { kind: 'docs', ...page })
  const trackerPages = createTrackerPages({
    readDocument: readText,
    portal,
    headOf: (query) => headTags(query, { origin, nowMs: clock.nowMs() }),
  })
  for (const [path, page] of trackerPages) {
    files.set(path, { kind: 'tracker', ...page })
  }
  return files
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
