import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { ApiDocument } from '../docs/api-document.ts'
import { createPages } from '../docs/create-pages.ts'
import type { PublicFile } from '../http/public-files.ts'

/** Where the committed documents are. */
const ROOT = join(import.meta.dirname, '..', '..')

/** The committed document behind each path that serves one. */
const API_DOCUMENTS = {
  '/api/open/openapi.json': 'openapi.json',
  '/api/open/openapi-3.0.json': 'openapi-3.0.json',
  '/api/developer/openapi.json': 'openapi-developer.json',
} as const

/** What the pages look like and do, by the names they are fetched by. */
const ASSETS: Readonly<Record<string, string>> = {
  'tokens.css': 'web/tokens.css',
  'docs.css': 'web/docs/docs.css',
  'try-it.js': 'web/docs/try-it.js',
  'icon.svg': 'web/docs/icon.svg',
}

/**
 * Reads what stands beside the interfaces, by the paths it is served under: the OpenAPI documents, with the bound of an
 * arena window that is in force here, and the pages made from them and from the guides. All are made before anything is
 * served: the reference takes a tenth of a second the first time, in which nobody should have to wait for an answer.
 */
export function readPublicFiles({
  arenaRanksMax,
  publicUrl,
  listen,
}: Pick<Config, 'arenaRanksMax' | 'publicUrl' | 'listen'>): ReadonlyMap<string, PublicFile> {
  const setBound = (key: string, value: unknown) =>
    key === 'x-rank-window' ? { ...(value as object), maxRanks: arenaRanksMax } : value
  const documents = Object.entries(API_DOCUMENTS).map(
    ([path, file]) => [path, JSON.parse(readText(file), setBound) as unknown] as const,
  )
  const pages = createPages({
    api: documents[0]?.[1] as ApiDocument,
    origin: publicUrl === '' ? `http://${listen.host}:${listen.port}` : publicUrl,
    readDocument: readText,
    assets: new Map(Object.entries(ASSETS).map(([name, file]) => [name, readText(file)])),
  })
  return new Map<string, PublicFile>([
    ...documents.map(
      ([path, document]) =>
        [
          path,
          { kind: 'openapi', contentType: 'application/json', body: JSON.stringify(document) },
        ] as const,
    ),
    ...[...pages].map(([path, page]) => [path, { kind: 'docs', ...page }] as const),
  ])
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
