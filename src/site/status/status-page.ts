import {
  PublicLimitExceeded,
  type NetworkLimits,
  type NetworkPermit,
} from '../../history/api/admit-public-request.ts'
import { StaticContent } from '../../platform/http/static-content.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { STATIC_PAGE_HEADERS } from '../../platform/http/page-headers.ts'
import type { StatusDocuments } from './status-summary.ts'
import { addLimitHeaders } from '../../history/api/limit-headers.ts'
import type { RawRequest } from '../../platform/http/raw-request.ts'
import { GET_AND_HEAD, originForm, parseTarget } from '../../platform/http/request-target.ts'
import { type Render } from '../../keyed/render.ts'
import { commonHeaders } from '../../platform/http/common-headers.ts'
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
  readonly clock: Pick<Clock, 'nowMs'>
  readonly render: Render
}

/** Widgets on other sites read the documents. */
const JSON_HEADERS = ['Access-Control-Allow-Origin', '*', 'X-Content-Type-Options', 'nosniff']

const PAGE = /^\/status(?:[?#]|$)/

/** The documents of the Statuspage API v2, which widgets read below the address of a page. */
const DOCUMENT =
  /^(?:\/status)?\/api\/v2\/(summary|status|components|incidents|scheduled-maintenances)\.json(?:[?#]|$)/

/** A cached or pending page, with its validity in Unix milliseconds of wall time. */
interface CachedPage {
  readonly sinceMs: number
  untilMs: number
  readonly page: Promise<StaticContent>
}

/**
 * Serves the status page in the language of `?lang=`, without a key. All clients receive the same
 * bytes while they are fresh; a failed rendering affects only the requests that wait for it.
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
    return PAGE.test(originForm(target)) || DOCUMENT.test(originForm(target))
  }

  async serve(request: RawRequest): Promise<Reply> {
    const { limits, render } = this.#options
    let permit: NetworkPermit | undefined
    try {
      const { query } = parseTarget(request, GET_AND_HEAD)
      permit = limits(request.network())
      const [, name] = DOCUMENT.exec(originForm(request.target)) ?? []
      if (name !== undefined) return await this.#answerDocument(request, permit, name)
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

  async #answer(request: RawRequest, permit: NetworkPermit, query: string): Promise<Reply> {
    const requested = new URLSearchParams(query).get('lang') ?? undefined
    const language = this.#options.languageOf(requested)
    const page = await this.#cachedPage(language, () => this.#options.write(language))
    return this.#send(request, permit, page, STATIC_PAGE_HEADERS, 'text/html; charset=utf-8')
  }

  async #send(
    { requestId, headers: lines, encoding }: RawRequest,
    permit: NetworkPermit,
    page: StaticContent,
    fixed: readonly string[],
    type: string,
  ): Promise<Reply> {
    const sent = await page.send({ encoding, ifNoneMatch: lines.ifNoneMatch })
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
