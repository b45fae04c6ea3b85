import { CONTENT_SECURITY_POLICIES } from '../../platform/http/headers/content-security-policy.ts'
import { PublicLimitExceeded } from './admit-public-request.ts'
import type {
  PublicAnswer,
  PublicClient,
  PublicContent,
  PublicChart,
  PublicStream,
} from './public-content.ts'
import type { PublicCall, PublicMatched, PublicPermit } from './public-flow-values.ts'
import type { PublicResponseName } from './public-operation.ts'
import { PUBLIC_OPERATIONS, type PublicOperationId } from './public-operations.ts'
import { entityTag, matchingTag, namedContents } from '../../platform/http/content/entity-tag.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import { renderRejection, type RenderOptions } from '../../keyed/render.ts'
import { commonHeaders, isPubliclyCacheable } from '../../platform/http/headers/common-headers.ts'
import type { RequestSubject } from '../../usage/observations.ts'
import type { Reply } from '../../platform/http/reply.ts'
import { addLimitHeaders, addPolicyHeader } from './limit-headers.ts'

/** The results of the completed stages of a public request, for error responses and the log. */
export interface PublicProgress {
  matched?: PublicMatched
  call?: PublicCall
  permit?: PublicPermit
}

/** Renders the outcome of the public flow. */
export interface PublicRenderer {
  /**
   * Returns a 200, or a 304 when the client has the content. The permit is released after the
   * reply.
   */
  answer(
    request: RawRequest,
    content: PublicContent,
    permit: PublicPermit,
  ): Promise<Reply<RequestSubject>>
  /** Returns the error response for a thrown value. */
  error(request: RawRequest, thrown: unknown, progress: PublicProgress): Reply<RequestSubject>
}

/** Metadata headers that any origin may read. */
const EXPOSED = 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Fetched-At, X-Request-Id'

/** A chart opened as a document loads and runs nothing. */
const CHART_HEADERS = ['Content-Security-Policy', CONTENT_SECURITY_POLICIES.image]

/** The `Content-Type` of feeds and calendars. */
const TEXT_TYPES: Partial<Record<PublicResponseName, string>> = {
  'application/atom+xml': 'application/atom+xml',
  'application/feed+json': 'application/feed+json',
  'text/calendar': 'text/calendar; charset=utf-8',
}

/** Bodies over this size may be read slowly. */
const SLOW_BODY_BYTES = 16_384

/** Returns the part of a request that handlers may use. */
export function publicClient(request: RawRequest): PublicClient {
  return {
    get signal() {
      return request.signal
    },
    encoding: request.encoding,
    known: namedContents(request.headers.ifNoneMatch),
    lastEventId: request.headers.lastEventId,
    get network() {
      return request.network()
    },
  }
}

/** Creates the last stage of the public flow, which returns replies as plain values. */
export function createPublicRenderer(options: RenderOptions): PublicRenderer {
  const { clock, fetchedAtAliases } = options
  const exposed = [EXPOSED, ...fetchedAtAliases].join(', ')
  const cors = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed]
  const fetchedAt = (fetchedAtMs: number | undefined) =>
    fetchedAtHeaders(fetchedAtMs, clock.nowMs(), fetchedAtAliases)
  return {
    answer: async (request, content, { call, state, release }) => {
      const { operation, region } = call
      const response: PublicResponseName = PUBLIC_OPERATIONS[operation].response
      const rendered =
        content.type === 'stream'
          ? renderStream(request, content, response)
          : content.type === 'chart'
            ? await renderChart(request, content, response, fetchedAt(content.fetchedAtMs))
            : renderMessage(request, content, response, fetchedAt(content.fetchedAtMs))
      rendered.headers.push(...cors)
      // The remaining quota belongs to one client; a shared cache must not send it to others.
      if (isPubliclyCacheable(rendered.cacheControl)) addPolicyHeader(rendered.headers, state)
      else addLimitHeaders(rendered.headers, state)
      const onStreamFinished = content.type === 'stream' ? content.onFinished : undefined
      // An event stream lasts for hours and has limits of its own (`StreamSlots`).
      if (response === 'text/event-stream') release()
      const { cacheControl: _, ...reply } = rendered
      return {
        ...reply,
        // Pipelined requests behind an endless stream would never be served.
        closes: response === 'text/event-stream',
        subject: { operation, region },
        onFinished: () => {
          release()
          onStreamFinished?.()
        },
      }
    },
    error: (request, thrown, { matched, call, permit }) => {
      const operation = matched?.operation
      const rejection = renderRejection(request, thrown, operation ?? 'http', {
        ...options,
        retryNotBeforeS: () => options.maintenanceLeftS?.([componentOf(operation)]) ?? 0,
      })
      const { error, headers } = rejection
      const exceeded = error instanceof PublicLimitExceeded ? error : undefined
      const state = exceeded?.state ?? permit?.state
      headers.push(...cors)
      if (state !== undefined) addLimitHeaders(headers, state)
      return {
        status: rejection.status,
        headers,
        body: rejection.body,
        closes: rejection.closes,
        delayMs: exceeded?.delayMs ?? 0,
        subject: { operation, region: call?.region, code: error.code },
        onFinished: permit?.release ?? (() => {}),
      }
    },
  }
}

/** Returns the component of the status page that an operation belongs to. */
function componentOf(operation: PublicOperationId | undefined): 'live' | 'pictures' | 'public' {
  const response = operation && PUBLIC_OPERATIONS[operation].response
  if (response === 'text/event-stream') return 'live'
  return response?.startsWith('image/') === true ? 'pictures' : 'public'
}

/** The part of a reply that depends on the kind of content. */
interface RenderedContent extends Pick<Reply, 'status' | 'headers' | 'body' | 'stalls'> {
  readonly cacheControl: string
}

function renderMessage(
  { requestId, headers: lines }: RawRequest,
  { tag, body, encoding, freshForMs }: PublicAnswer,
  response: PublicResponseName,
  fetchedAt: readonly string[],
): RenderedContent {
  const cacheControl = publicCacheControl(freshForMs)
  const shared = ['Vary', 'Accept-Encoding', ...fetchedAt]
  if (body === undefined) {
    const known = matchingTag(lines.ifNoneMatch, tag) ?? entityTag(tag, undefined)
    return notModified(requestId, cacheControl, [...shared, 'ETag', known])
  }
  const contentType = TEXT_TYPES[response] ?? 'application/json'
  const headers = commonHeaders(requestId, contentType, body.byteLength, cacheControl)
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push(...shared, 'ETag', entityTag(tag, encoding))
  // A history can be long, and some clients have slow networks.
  const stalls = body.byteLength > SLOW_BODY_BYTES && { stalls: true as const }
  return { status: 200, headers, body, cacheControl, ...stalls }
}

async function renderChart(
  request: RawRequest,
  { draw, tag, freshForMs }: PublicChart,
  contentType: string,
  fetchedAt: readonly string[],
): Promise<RenderedContent> {
  const { requestId, headers: lines, encoding: wanted } = request
  const isText = contentType === 'image/svg+xml'
  const cacheControl = publicCacheControl(freshForMs)
  const shared = [...(isText ? ['Vary', 'Accept-Encoding'] : []), ...fetchedAt]
  const known = matchingTag(lines.ifNoneMatch, tag)
  if (known !== undefined) return notModified(requestId, cacheControl, [...shared, 'ETag', known])
  const { body, encoding } = await draw({ network: request.network(), encoding: wanted })
  const headers = commonHeaders(requestId, contentType, body.byteLength, cacheControl)
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push(...shared, ...CHART_HEADERS, 'ETag', entityTag(tag, encoding))
  return { status: 200, headers, body, cacheControl, stalls: true }
}

function publicCacheControl(freshForMs: number): string {
  return `public, max-age=${Math.max(1, Math.floor(freshForMs / 1_000))}`
}

/**
 * Returns `X-Fetched-At` and its aliases, never later than now, even when the clock has stepped
 * back.
 */
function fetchedAtHeaders(
  fetchedAtMs: number | undefined,
  nowMs: number,
  aliases: readonly string[],
): readonly string[] {
  if (fetchedAtMs === undefined) return []
  const value = String(Math.min(fetchedAtMs, nowMs))
  return ['X-Fetched-At', ...aliases].flatMap((name) => [name, value])
}

function renderStream(
  { requestId, headers: lines }: RawRequest,
  { chunks, cacheControl, byteLength, tag }: PublicStream,
  contentType: string,
): RenderedContent {
  const known = tag === undefined ? undefined : matchingTag(lines.ifNoneMatch, tag)
  if (known !== undefined) return notModified(requestId, cacheControl, ['ETag', known])
  const headers = commonHeaders(requestId, contentType, byteLength ?? 0, cacheControl)
  if (byteLength === undefined) headers.splice(headers.indexOf('Content-Length'), 2)
  if (tag !== undefined) headers.push('ETag', entityTag(tag, undefined))
  // Tells proxies not to buffer the events.
  if (contentType === 'text/event-stream') headers.push('X-Accel-Buffering', 'no')
  return { status: 200, headers, body: chunks, cacheControl }
}

/** Returns a 304: no body and no headers that describe one. */
function notModified(
  requestId: string,
  cacheControl: string,
  ownHeaders: readonly string[],
): RenderedContent {
  const [, , , , ...otherHeaders] = commonHeaders(requestId, '', 0, cacheControl)
  return { status: 304, headers: [...otherHeaders, ...ownHeaders], body: '', cacheControl }
}
