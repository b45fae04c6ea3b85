import type { Language } from '../../platform/language.ts'

/** A page of the tracker. A link can make a board the page of a player. */
export type TrackerPageName = 'board' | 'player' | 'archive' | 'embed'

/** What the first screen of the tracker depends on. */
export interface FirstScreenRequest {
  readonly page: TrackerPageName
  /** The query of the link, without its question mark. */
  readonly query: string
  /** The cookie of the preferences: what the reader chose before. */
  readonly cookie: string | undefined
  /** The language of the browser, for a link and a reader that name none. */
  readonly language: Language
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/** The first screen of the tracker, before its script. */
export interface FirstScreen {
  readonly language: Language
  readonly theme: string
  /** `undefined` for a page of every region. */
  readonly region?: string
  /** The content of the page. */
  readonly html: string
  /** What was read for it, as JSON that can stand in a script element. */
  readonly data: string
}

/**
 * Renders the first screen with the components of the page. Rejects if the data cannot be read.
 * The page's own code: the build bundles it from `web/tracker/first-screen`.
 */
export type RenderFirstScreen = (request: FirstScreenRequest) => Promise<FirstScreen>

/** Answers a request of the page to the public API, by its path and query. */
export type ReadPublicPath = (target: string) => Promise<Response>
