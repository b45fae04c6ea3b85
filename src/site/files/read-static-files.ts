import type { DatasetConfig } from '../../dataset/dataset-config.ts'
import type { FreshnessConfig } from '../../keyed/freshness-config.ts'
import type { ListenConfig } from '../../platform/http/listen-config.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiDocument } from '../api-document.ts'
import { createPages } from '../doc-pages.ts'
import { renderRobots, renderSitemap } from './crawler-files.ts'
import { trackerFacts } from '../tracker/tracker-facts.ts'
import { createTrackerPages } from '../tracker/tracker-pages.ts'
import type { ReadFirstScreen } from '../tracker/first-screens.ts'
import { embedTags, headTags } from '../previews/head-tags.ts'
import type { IsKnownRun } from '../tracker/known-runs.ts'
import { namedRun } from '../previews/link-preview.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { StaticFile } from '../../platform/http/content/static-files.ts'
import { originOf } from '../../platform/net/origin-of.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { MANIFEST_ICONS, renderWebManifest } from './web-manifest.ts'
import { portalLink, type PortalAddress } from '../layout/portal-link.ts'

/** Directory of the committed documents. */
const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The status page, which is not a static file. */
const STATUS_PATH = '/status'

/** Committed documents by the path that serves them. */
const API_DOCUMENTS = {
  '/api/open/openapi.json': 'openapi.json',
  '/api/open/openapi-3.0.json': 'openapi-3.0.json',
  '/api/developer/openapi.json': 'openapi-developer.json',
  '/api/public/openapi.json': 'openapi-public.json',
} as const

/** Scripts that the tracker loads on demand. */
const LAZY_SCRIPT = /^tracker-.*\.js$/

/** Style sheets, scripts and fonts by the name they are requested by. */
const ASSETS: Readonly<Record<string, string>> = {
  'preferences.js': 'web/built/preferences.js',
  'docs.css': 'web/built/docs.css',
  'reference.css': 'web/docs/reference.css',
  'no-script.css': 'web/docs/no-script.css',
  'docs.js': 'web/built/docs.js',
  'docs-start.js': 'web/built/docs-start.js',
  'docs-search.js': 'web/built/docs-search.js',
  'docs-search.json': 'web/built/docs-search.json',
  ...Object.fromEntries(
    LANGUAGES.filter((language) => language !== 'en').map((language) => [
      `docs-search-${language}.json`,
      `web/built/docs-search-${language}.json`,
    ]),
  ),
  'status.css': 'web/built/status.css',
  'status.js': 'web/built/status.js',
  'try-it.js': 'web/built/docs-try-it.js',
  'icon.svg': 'web/docs/icon.svg',
  'backline-sans.woff2': 'assets/fonts/backline-sans.woff2',
}

/**
 * Returns the static files by path: the OpenAPI documents with this server's maximum arena window
 * and headers, the pages rendered from them and from the guides, and the tracker. Each is created
 * on the first request: together they take longer than the rest of the start, and most processes
 * never serve them.
 */
export function readStaticFiles(
  config: Pick<DatasetConfig, 'arenaRanksMax'> &
    Pick<FreshnessConfig, 'fetchedAtAliases'> &
    Parameters<typeof trackerFacts>[0] &
    Pick<ListenConfig, 'listen'> & { readonly portal: PortalAddress },
  clock: Pick<Clock, 'nowMs'>,
  isKnownRun: IsKnownRun,
  firstScreen: ReadFirstScreen,
): ReadonlyMap<string, StaticFile> {
  const { arenaRanksMax, fetchedAtAliases } = config
  const origin = originOf(config)
  const portal = portalLink(config)
  const configure = (key: string, value: unknown) =>
    key === 'x-rank-window'
      ? { ...(value as object), maxRanks: arenaRanksMax }
      : key === 'headers'
        ? withAliases(value as Readonly<Record<string, unknown>>, fetchedAtAliases)
        : value
  const readApi = (file: string) => JSON.parse(readText(file), configure) as ApiDocument
  const pages = createPages({
    api: () => readApi(API_DOCUMENTS['/api/open/openapi.json']),
    publicApi: () => readApi(API_DOCUMENTS['/api/public/openapi.json']),
    developerApi: () => readApi(API_DOCUMENTS['/api/developer/openapi.json']),
    origin,
    portal,
    readDocument: readText,
    readFile,
    assets: ASSETS,
  })
  const files = new Map<string, StaticFile>()
  for (const [path, file] of Object.entries(API_DOCUMENTS)) {
    const body = () => JSON.stringify(readApi(file))
    files.set(path, { kind: 'openapi', contentType: 'application/json', body })
  }
  for (const [path, page] of pages) files.set(path, { kind: 'docs', ...page })
  const trackerPages = createTrackerPages({
    readDocument: readText,
    scripts: readdirSync(join(ROOT, 'web/built')).filter((name) => LAZY_SCRIPT.test(name)),
    portal,
    facts: trackerFacts(config),
    firstScreen,
    embedTags: (query) => embedTags(query, { origin, nowMs: clock.nowMs() }),
    headOf: async (query) => {
      const run = namedRun(query)
      const hasNamedRun = run !== undefined && (await isKnownRun(run))
      return headTags(query, { origin, nowMs: clock.nowMs(), hasNamedRun })
    },
  })
  for (const [path, page] of trackerPages) {
    files.set(path, { kind: 'tracker', ...page })
  }
  for (const [path, file] of rootFiles([...files], { origin, publicUrl: config.publicUrl })) {
    files.set(path, file)
  }
  return files
}

/** Returns the files that browsers and crawlers request at the root. */
function rootFiles(
  files: readonly (readonly [path: string, file: StaticFile])[],
  { origin, publicUrl }: { readonly origin: string; readonly publicUrl: string },
): ReadonlyMap<string, StaticFile> {
  const pages = files
    .filter(
      ([path, { contentType, movedTo }]) =>
        isHtml(contentType) && movedTo === undefined && path !== '/embed',
    )
    .map(([path]) => path)
  return new Map<string, StaticFile>([
    [
      '/favicon.ico',
      { kind: 'docs', contentType: 'image/x-icon', body: () => readFile('assets/favicon.ico') },
    ],
    [
      '/site.webmanifest',
      { kind: 'docs', contentType: 'application/manifest+json', body: renderWebManifest },
    ],
    ...Object.entries(MANIFEST_ICONS).map(([path, file]): [string, StaticFile] => [
      path,
      { kind: 'docs', contentType: 'image/png', body: () => readFile(file) },
    ]),
    [
      '/robots.txt',
      {
        kind: 'docs',
        contentType: 'text/plain; charset=utf-8',
        body: () => renderRobots(publicUrl),
      },
    ],
    [
      '/sitemap.xml',
      {
        kind: 'docs',
        contentType: 'application/xml',
        body: () => renderSitemap([...pages, STATUS_PATH], origin),
      },
    ],
  ])
}

function isHtml(contentType: string): boolean {
  return contentType.startsWith('text/html')
}

function readFile(file: string): Uint8Array {
  return readFileSync(join(ROOT, file))
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Returns the headers of a response with the aliases of `X-Fetched-At`, if it has that. */
function withAliases(headers: Readonly<Record<string, unknown>>, aliases: readonly string[]) {
  const { 'X-Fetched-At': original } = headers
  if (original === undefined) return headers
  return { ...headers, ...Object.fromEntries(aliases.map((alias) => [alias, original])) }
}
