import type { Page } from './doc-pages.ts'
import type { Html } from './html.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import { renderTracker, type TrackerPageName } from './render-tracker.ts'

/** Options of the tracker pages. */
export interface TrackerSources {
  /** Returns the text of a document, by its path from the project root. */
  readonly readDocument: (file: string) => string
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal?: string | undefined
  /** Returns additional head tags of the page at `/`, by its query: those for link previews. */
  readonly headOf?: (query: URLSearchParams) => Awaitable<readonly Html[]>
}

/** A page or an asset; one that reads the query is rendered for every request. */
export interface TrackerPage extends Omit<Page, 'body'> {
  readonly body: (query: string) => Awaitable<string>
  readonly readsQuery?: true
}

/** Assets by path. */
const ASSETS = {
  '/tracker/tracker.js': ['web/built/tracker.js', 'text/javascript; charset=utf-8'],
  '/tracker/tracker.css': ['web/built/tracker.css', 'text/css; charset=utf-8'],
  '/tracker/licences.txt': ['web/built/licences.txt', 'text/plain; charset=utf-8'],
} as const

/**
 * Creates the pages of the tracker and its assets, by path. They read all data from the public API.
 */
export function createTrackerPages({
  readDocument,
  portal,
  headOf = () => [],
}: TrackerSources): ReadonlyMap<string, TrackerPage> {
  const pages = new Map<string, TrackerPage>()
  const render = (name: TrackerPageName, head: readonly Html[], parameters: URLSearchParams) =>
    renderTracker({ name, language: parameters.get('lang') ?? undefined, head, portal })
  const shared = { contentType: 'text/html; charset=utf-8', readsQuery: true } as const
  pages.set('/', {
    ...shared,
    body: async (query) => {
      const parameters = new URLSearchParams(query)
      return render('board', await headOf(parameters), parameters)
    },
  })
  pages.set('/archive', {
    ...shared,
    body: (query) => render('archive', [], new URLSearchParams(query)),
  })
  for (const [path, [file, contentType]] of Object.entries(ASSETS)) {
    pages.set(path, { contentType, body: () => readDocument(file) })
  }
  return pages
}
