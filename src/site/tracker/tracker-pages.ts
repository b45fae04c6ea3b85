import { acceptedLanguage, isLanguage, type Language } from '../../platform/language.ts'
import type { FileRequest } from '../../platform/http/content/static-files.ts'
import {
  frameablePolicy,
  trackerPolicy,
} from '../../platform/http/headers/content-security-policy.ts'
import type { Page } from '../doc-pages.ts'
import { feedLinks } from '../previews/feed-links.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Html } from '../layout/html.ts'
import { inlineStyle } from './inline-style.ts'
import type { TrackerPageName } from './first-screen.ts'
import type { ReadFirstScreen } from './first-screens.ts'
import type { TrackerFacts } from './tracker-facts.ts'
import { preferenceCookie } from '../layout/preference-cookie.ts'
import { renderTracker } from './render-tracker.ts'

/** Options of the tracker pages. */
export interface TrackerSources {
  /** Returns the text of a document, by its path from the project root. */
  readonly readDocument: (file: string) => string
  /** Names of the scripts that the page loads on demand, in `web/built`. */
  readonly scripts?: readonly string[]
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal?: string | undefined
  /** Default: player pages, and no pictures. */
  readonly facts?: TrackerFacts
  /** Returns additional head tags of the page at `/`, by its query: those for link previews. */
  readonly headOf?: (query: URLSearchParams) => Awaitable<readonly Html[]>
  /** Returns additional head tags of the page for frames, by its query. */
  readonly embedTags?: (query: URLSearchParams) => readonly Html[]
  /** Renders the board of a link; without it the page has placeholders until its script runs. */
  readonly firstScreen?: ReadFirstScreen
}

/** A page or an asset; one that reads the request is rendered for every request. */
export interface TrackerPage extends Omit<Page, 'body'> {
  readonly body: (request: FileRequest) => Awaitable<string>
  readonly readsRequest?: true
  /** Its Content-Security-Policy. */
  readonly policy?: string
}

const NO_PICTURES: TrackerFacts = { hasPlayers: true, pictureOrigins: [] }

/** Assets by path. */
const ASSETS = {
  '/tracker/tracker.js': ['web/built/tracker.js', 'text/javascript; charset=utf-8'],
  // At the root, because it keeps pages of every path.
  '/service-worker.js': ['web/built/service-worker.js', 'text/javascript; charset=utf-8'],
  '/tracker/licenses.txt': ['web/built/licenses.txt', 'text/plain; charset=utf-8'],
} as const

/**
 * Creates the pages of the tracker and its assets, by path. They read all data from the public API.
 */
export function createTrackerPages({
  readDocument,
  scripts = [],
  portal,
  facts = NO_PICTURES,
  headOf = () => [],
  embedTags = () => [],
  firstScreen = () => Promise.resolve(undefined),
}: TrackerSources): ReadonlyMap<string, TrackerPage> {
  const pages = new Map<string, TrackerPage>()
  // In the page, because a request of its own would delay the first paint by a round trip.
  const style = inlineStyle(readDocument('web/built/tracker.css'))
  const importsByPage = new Map<TrackerPageName, readonly string[]>()
  const render = async (
    name: TrackerPageName,
    request: FileRequest,
    tagsOf: (query: URLSearchParams, language: Language) => Awaitable<readonly Html[]> = () => [],
  ) => {
    const imports = importsByPage.get(name) ?? importsOf(name, readDocument)
    importsByPage.set(name, imports)
    const { query } = request
    const parameters = new URLSearchParams(query)
    const language = languageOf(parameters, request)
    const cookie = preferenceCookie(request.cookie)
    const [head, first] = await Promise.all([
      tagsOf(parameters, language),
      firstScreen({ page: name, query, cookie, language, portal }),
    ])
    return renderTracker({
      name,
      language,
      head,
      portal,
      facts,
      style: style.element,
      imports,
      first,
    })
  }
  const shared = {
    contentType: 'text/html; charset=utf-8',
    readsRequest: true,
    policy: trackerPolicy(facts.pictureOrigins, [style.source]),
  } as const
  pages.set('/', {
    ...shared,
    body: (request) =>
      render(hasPlayer(request) ? 'player' : 'board', request, async (query, language) => [
        ...feedLinks(query.get('region'), language),
        ...(await headOf(query)),
      ]),
  })
  pages.set('/archive', { ...shared, body: (request) => render('archive', request) })
  pages.set('/embed', {
    ...shared,
    policy: frameablePolicy(shared.policy),
    body: (request) => render('embed', request, embedTags),
  })
  return new Map([...pages, ...assets(scripts, readDocument)])
}

/** Returns the scripts and licenses of the pages, by path. */
function assets(
  scripts: readonly string[],
  readDocument: TrackerSources['readDocument'],
): ReadonlyMap<string, TrackerPage> {
  const pages = new Map<string, TrackerPage>()
  for (const [path, [file, contentType]] of Object.entries(ASSETS)) {
    pages.set(path, { contentType, body: () => readDocument(file) })
  }
  for (const name of scripts) {
    const contentType = 'text/javascript; charset=utf-8'
    pages.set(`/tracker/${name}`, { contentType, body: () => readDocument(`web/built/${name}`) })
  }
  return pages
}

/** Returns whether a link asks for a player. */
function hasPlayer({ query }: FileRequest): boolean {
  return new URLSearchParams(query).has('player')
}

/** Returns the scripts that those of a page import, by name, each once. */
function importsOf(
  page: TrackerPageName,
  readDocument: TrackerSources['readDocument'],
): readonly string[] {
  const scripts = ['tracker.js', ...(page === 'board' ? [] : [`tracker-${page}-page.js`])]
  const imported = scripts.flatMap((script) =>
    [...readDocument(`web/built/${script}`).matchAll(/\bfrom ?"\.\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(imported)].filter((name) => !scripts.includes(name))
}

/** Returns the language of the link, else the one that the browser prefers. */
function languageOf(parameters: URLSearchParams, { acceptLanguage }: FileRequest): Language {
  const linked = parameters.get('lang') ?? ''
  return isLanguage(linked) ? linked : acceptedLanguage(acceptLanguage)
}
