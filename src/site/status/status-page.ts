import {
  PublicLimitExceeded,
  type NetworkLimits,
  type NetworkPermit,
} from '../../history/api/admit-public-request.ts'
import { StaticContent } from '../../platform/http/static-content.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { STATIC_PAGE_HEADERS } from '../../platform/http/page-headers.ts'
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
  /** Counts requests together with those of the public interface. */
  readonly limits: NetworkLimits
  readonly clock: Pick<Clock, 'nowMs'>
  readonly render: Render
}

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
  /** Pages by language. */
  readonly #cached = new Map<string, CachedPage>()

  constructor(options: StatusPageOptions) {
    this.#options = options
  }

  claims(target: string): boolean {
    return /^\/status(?:[?#]|$)/.test(originForm(target))
  }

  async serve(request: RawRequest): Promise<Reply> {
    const { limits, render } = this.#options
    let permit: NetworkPermit | undefined
    try {
      const { query } = parseTarget(request, GET_AND_HEAD)
      permit = limits(request.network())
      return await this.#answer(request, permit, query)
    } catch (error) {
      permit?.release()
      const reply = render.error(request, error)
      if (!(error instanceof PublicLimitExceeded)) return reply
      addLimitHeaders(reply.headers, error.state)
      return { ...reply, delayMs: error.delayMs }
    }
  }

  async #answer(request: RawRequest, permit: NetworkPermit, query: string): Promise<Reply> {
    const requested = new URLSearchParams(query).get('lang') ?? undefined
    const { requestId, headers: lines, encoding } = request
    const page = await this.#pageIn(this.#options.languageOf(requested))
    const sent = await page.send({ encoding, ifNoneMatch: lines.ifNoneMatch })
    const { isKnown, body, cacheControl } = sent
    const headers = [
      ...commonHeaders(requestId, 'text/html; charset=utf-8', body.byteLength, cacheControl),
      ...STATIC_PAGE_HEADERS,
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

  #pageIn(language: string): Promise<StaticContent> {
    const nowMs = this.#options.clock.nowMs()
    const known = this.#cached.get(language)
    // Ignore a cached page from the future, after the clock stepped back.
    if (known !== undefined && nowMs < known.untilMs && nowMs >= known.sinceMs) return known.page
    const { promise: page, resolve } = Promise.withResolvers<StaticContent>()
    const entry: CachedPage = { sinceMs: nowMs, untilMs: Infinity, page }
    this.#cached.set(language, entry)
    resolve(this.#renderPage(language, entry))
    return page
  }

  /** Renders a page and sets the validity of its entry. Removes the entry on failure. */
  async #renderPage(language: string, entry: CachedPage): Promise<StaticContent> {
    const { write, clock } = this.#options
    try {
      const { text, freshForMs } = await write(language)
      entry.untilMs = clock.nowMs() + freshForMs
      return new StaticContent(text)
    } catch (error) {
      if (this.#cached.get(language) === entry) this.#cached.delete(language)
      throw error
    }
  }
}
