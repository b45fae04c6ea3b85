import type { Page } from './create-pages.ts'
import type { Html } from './html.ts'
import { renderTracker } from './render-tracker.ts'

/** What the tracker is made from. */
export interface TrackerSources {
  /** The text of a document, by its path from the root of the project. */
  readonly readDocument: (file: string) => string
  /** Where the portal is; `undefined` where readers are not to be led to one. */
  readonly portal?: string | undefined
  /** What else stands in the head of the page at `/`, by its query: tags for whoever shows a preview of a link. */
  readonly headOf?: (query: URLSearchParams) => readonly Html[]
}

/** A page, or what it needs; one that reads the query is made for every request. */
export interface TrackerPage extends Omit<Page, 'body'> {
  readonly body: (query: string) => string
  readonly readsQuery?: true
}

/** What the page needs, by the path it is fetched by. */
const ASSETS = {
  '/tracker/tracker.js': ['web/built/tracker.js', 'text/javascript; charset=utf-8'],
  '/tracker/tracker.css': ['web/built/tracker.css', 'text/css; charset=utf-8'],
  '/tracker/licences.txt': ['web/built/licences.txt', 'text/plain; charset=utf-8'],
} as const

/** The tracker at `/` and what it needs, by path. All data come from the public interface, which the page asks itself. */
export function createTrackerPages({
  readDocument,
  portal,
  headOf = () => [],
}: TrackerSources): ReadonlyMap<string, TrackerPage> {
  const pages = new Map<string, TrackerPage>()
  pages.set('/', {
    contentType: 'text/html; charset=utf-8',
    readsQuery: true,
    body: (query) => {
      const asked = new URLSearchParams(query)
      return renderTracker({
        language: asked.get('lang') ?? undefined,
        head: headOf(asked),
        portal,
      })
    },
  })
  for (const [path, [file, contentType]] of Object.entries(ASSETS)) {
    pages.set(path, { contentType, body: () => readDocument(file) })
  }
  return pages
}
