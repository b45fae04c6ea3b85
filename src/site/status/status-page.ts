import {
  PublicLimitExceeded,
  type NetworkLimits,
  type NetworkPermit,
} from '../../history/api/admit-public-request.ts'
import { StaticContent } from '../../platform/http/content/static-content.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { CONTENT_SECURITY_POLICIES } from '../../platform/http/headers/content-security-policy.ts'
import { isRegion } from '../../game/region.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { languageOrEnglish } from '../../platform/language.ts'
import { preferredLanguage } from '../layout/preference-cookie.ts'
import {
  INCIDENT_FEEDS,
  incidentFeedPath,
  type IncidentFeedFormat,
  type IncidentFeedQuery,
} from './status-feed.ts'
import { STATUS_DOCUMENTS, type StatusDocuments } from './status-summary.ts'
import { addLimitHeaders } from '../../history/api/limit-headers.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import {
  GET_AND_HEAD,
  originForm,
  parseTarget,
} from '../../platform/http/request/request-target.ts'
import { type Render } from '../../keyed/render.ts'
import { commonHeaders } from '../../platform/http/headers/common-headers.ts'
import type { Reply } from '../../platform/http/reply.ts'

/** Status page of the data collection. */
export interface StatusPage {
  /** Returns whether a request target, without scheme and authority, is the status page. */
  claims(target: string): boolean
  /** Responds to a request for the page. Never rejects. */
  serve(request: RawRequest): Promise<Reply>
}

/** The page in one language. */
export interface RenderedPage {
  readonly text: string
  /** Milliseconds from now until newer data can exist. */
  readonly freshForMs: number
}

/** Options of {@link createStatusPage}. */
export interface StatusPageOptions {
  /** Maps the requested language to one of the page. */
  readonly languageOf: (requested: string | undefined) => string
  /** Renders the page, which is expensive: once per language while it is fresh. */
  readonly write: (language: string) => Promise<RenderedPage>
  /** Returns the JSON documents of the Statuspage API, by their names. */
  readonly describe: () => Promise<{
    readonly documents: StatusDocuments
    readonly freshForMs: number
  }>
  /** Counts requests together with those of the public interface. */
  readonly limits: NetworkLimits
  /** Renders a feed of incidents: once per format, language and region while it is fresh. */
  readonly writeFeed: (query: IncidentFeedQuery) => Promise<RenderedPage>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly render: Render
}

/** Widgets on other sites read the documents and feeds. */
const JSON_HEADERS = ['Access-Control-Allow-Origin', '*']

/** The page has a script of its own, which reads newer pages. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  CONTENT_SECURITY_POLICIES.status,
  'Referrer-Policy',
  'same-origin',
]

const PAGE = /^\/status(?:[?#]|$)/

/** The documents of the Statuspage API v2, which widgets read below the address of a page. */
const DOCUMENT = new RegExp(`^(?:/status)?/api/v2/(${STATUS_DOCUMENTS.join('|')})\\.json(?:[?#]|$)`)

/** The feeds of incidents. */
const FEED = /^\/status\/feed\.(atom|json)(?:[?#]|$)/

/** A cached or pending page, with its validity in Unix milliseconds of wall time. */
interface CachedPage {
  readonly sinceMs: number
  untilMs: number
  readonly page: Promise<StaticContent>
}

/**
 * Serves the status page in the language of `?lang=`, else in the one that the reader chose on a
 * page, else of the browser, without a key. All
 * clients receive the same bytes while they are fresh; a failed rendering affects only the requests
 * that wait for it.
 */
export function createStatusPage(options: StatusPageOptions): StatusPage {
  return new CachedStatusPage(options)
}

class CachedStatusPage implements StatusPage {
  readonly #options: StatusPageOptions
  /** Pages by language, and documents by name. */
  readonly #cached = new Map<string, CachedPage>()

  constructor(options: StatusPageOptions) {
    this.#options = options
  }

  claims(target: string): boolean {
    const path = originForm(target)
    return PAGE.test(path) || DOCUMENT.test(path) || FEED.test(path)
  }

  async serve(request: RawRequest): Promise<Reply> {
    const { limits, render } = this.#options
    let permit: NetworkPermit | undefined
    try {
      const { query } = parseTarget(request, GET_AND_HEAD)
      permit = limits(request.network())
      const [, name] = DOCUMENT.exec(originForm(request.target)) ?? []
      if (name !== undefined) return await this.#answerDocument(request, permit, name)
      const [, format] = FEED.exec(originForm(request.target)) ?? []
      if (format !== undefined) {
        const wanted = { format: format as IncidentFeedFormat, ...parseFeedQuery(query) }
        return await this.#answerFeed(request, permit, wanted)
      }
      return await this.#answer(request, permit, query)
    } catch (error) {
      permit?.release()
      const reply = render.error(request, error)
      if (!(error instanceof PublicLimitExceeded)) return reply
      addLimitHeaders(reply.headers, error.state)
      return { ...reply, delayMs: error.delayMs }
    }
  }

  async #answerDocument(request: RawRequest, permit: NetworkPermit, name: string): Promise<Reply> {
    const page = await this.#cachedPage(name, async () => {
      const { documents, freshForMs } = await this.#options.describe()
      return { text: JSON.stringify(documents[name as keyof StatusDocuments]), freshForMs }
    })
    return this.#send(request, permit, page, JSON_HEADERS, 'application/json; charset=utf-8')
  }

  async #answerFeed(
    request: RawRequest,
    permit: NetworkPermit,
    query: IncidentFeedQuery,
  ): Promise<Reply> {
    const name = incidentFeedPath(query)
    const page = await this.#cachedPage(name, () => this.#options.writeFeed(query))
    const { type } = INCIDENT_FEEDS[query.format]
    return this.#send(request, permit, page, JSON_HEADERS, `${type}; charset=utf-8`)
  }

  async #answer(request: RawRequest, permit: NetworkPermit, query: string): Promise<Reply> {
    const requested = new URLSearchParams(query).get('lang')
    const language =
      requested === null ? preferredLanguage(request.headers) : this.#options.languageOf(requested)
    const page = await this.#cachedPage(language, () => this.#options.write(language))
    return this.#send(request, permit, page, PAGE_HEADERS, 'text/html; charset=utf-8', [
      'Accept-Language',
      'Cookie',
    ])
  }

  async #send(
    { requestId, headers: lines, encoding }: RawRequest,
    permit: NetworkPermit,
    page: StaticContent,
    fixed: readonly string[],
    type: string,
    variesBy: readonly string[] = [],
  ): Promise<Reply> {
    const sent = await page.send({ encoding, ifNoneMatch: lines.ifNoneMatch, variesBy })
    const { isKnown, body, cacheControl } = sent
    const headers = [
      ...commonHeaders(requestId, type, body.byteLength, cacheControl),
      ...fixed,
      ...sent.headers,
    ]
    addLimitHeaders(headers, permit.state)
    return {
      status: isKnown ? 304 : 200,
      headers,
      body: isKnown ? '' : body,
      stalls: true,
      closes: false,
      subject: { operation: 'status' },
      onFinished: permit.release,
    }
  }

  #cachedPage(name: string, write: () => Promise<RenderedPage>): Promise<StaticContent> {
    const nowMs = this.#options.clock.nowMs()
    const known = this.#cached.get(name)
    // Ignore a cached page from the future, after the clock stepped back.
    if (known !== undefined && nowMs < known.untilMs && nowMs >= known.sinceMs) return known.page
    const { promise: page, resolve } = Promise.withResolvers<StaticContent>()
    const entry: CachedPage = { sinceMs: nowMs, untilMs: Infinity, page }
    this.#cached.set(name, entry)
    resolve(this.#renderPage(name, entry, write))
    return page
  }

  /** Renders a page and sets the validity of its entry. Removes the entry on failure. */
  async #renderPage(
    name: string,
    entry: CachedPage,
    write: () => Promise<RenderedPage>,
  ): Promise<StaticContent> {
    const { clock } = this.#options
    try {
      const { text, freshForMs } = await write()
      entry.untilMs = clock.nowMs() + freshForMs
      return new StaticContent(text)
    } catch (error) {
      if (this.#cached.get(name) === entry) this.#cached.delete(name)
      throw error
    }
  }
}

/** Parses the query of a feed. Throws a {@link ServiceError} on an unknown region. */
function parseFeedQuery(query: string): Omit<IncidentFeedQuery, 'format'> {
  const parameters = new URLSearchParams(query)
  const region = parameters.get('region') ?? undefined
  if (region !== undefined && !isRegion(region)) {
    throw new ServiceError('invalid_request', 'Unknown region.')
  }
  return { region, language: languageOrEnglish(parameters.get('language')) }
}
