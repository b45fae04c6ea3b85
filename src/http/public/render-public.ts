import { PublicLimitExceeded } from '../../access/create-public-admit.ts'
import { createVariants } from '../../answers/create-variants.ts'
import type {
  PublicAnswer,
  PublicClient,
  PublicContent,
  PublicPicture,
  PublicStream,
} from '../../contract/public/public-content.ts'
import type {
  PublicCall,
  PublicLimitState,
  PublicMatched,
  PublicPermit,
} from '../../contract/public/public-flow-values.ts'
import type { PublicResponseName } from '../../contract/public/public-operation.ts'
import { PUBLIC_OPERATIONS } from '../../contract/public/public-operations.ts'
import { entityTag, knownTag, namedContents } from '../entity-tag.ts'
import { left, seconds } from '../quota-headers.ts'
import type { RawRequest } from '../raw-request.ts'
import { commonHeaders, renderRefusal, type RenderSettings } from '../render.ts'
import type { Reply } from '../reply.ts'

/** How far a public request has come: what an error answer and the log may know of it. */
export interface PublicProgress {
  matched?: PublicMatched
  call?: PublicCall
  permit?: PublicPermit
}

/** The two ways out of the public flow. */
export interface PublicRender {
  /** An answer, or 304 for who has it already. The place in the limits stays taken until the reply is over. */
  answer(request: RawRequest, content: PublicContent, permit: PublicPermit): Promise<Reply>
  /** Anything thrown on the way, as an error answer. */
  error(request: RawRequest, thrown: unknown, progress: PublicProgress): Reply
}

/** What pages of other origins may read of an answer: all that says something of it. */
const CORS = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Fetched-At, X-Request-Id',
]

/** More than this is no matter of one packet or two. */
const LONG_BYTES = 16_384

/** What a reader may know of who asks. */
export function publicClient(request: RawRequest): PublicClient {
  return {
    get gone() {
      return request.gone
    },
    encoding: request.encoding,
    known: namedContents(request.headers.ifNoneMatch),
    lastEventId: request.headers.lastEventId,
    get network() {
      return request.network()
    },
  }
}

/** Makes the last stage of the public flow: replies in plain values. */
export function createPublicRender(settings: RenderSettings): PublicRender {
  const { clock } = settings
  return {
    answer: async (request, content, { call, state, release }) => {
      const { operation, region } = call
      const response: PublicResponseName = PUBLIC_OPERATIONS[operation].response
      const parts =
        content.type === 'stream'
          ? streamParts(request, content, response)
          : content.type === 'picture'
            ? await pictureParts(request, content, response, clock.nowMs())
            : answerParts(request, content, clock.nowMs())
      parts.headers.push(...CORS)
      addLimitHeaders(parts.headers, state)
      const { over } = content.type === 'stream' ? content : {}
      // It lasts for hours, so whoever makes such streams has bounds of its own for them.
      if (response === 'text/event-stream') release()
      return {
        ...parts,
        closes: false,
        subject: { operation, region },
        over: () => {
          release()
          over?.()
        },
      }
    },
    error: (request, thrown, { matched, call, permit }) => {
      const operation = matched?.operation
      const refusal = renderRefusal(request, thrown, operation ?? 'http', settings)
      const { error, headers } = refusal
      const exceeded = error instanceof PublicLimitExceeded ? error : undefined
      const state = exceeded?.state ?? permit?.state
      headers.push(...CORS)
      if (state !== undefined) addLimitHeaders(headers, state)
      return {
        status: refusal.status,
        headers,
        body: refusal.body,
        closes: refusal.closes,
        heldBackMs: exceeded?.heldBackMs ?? 0,
        subject: { operation, region: call?.region, code: error.code },
        over: permit?.release ?? (() => {}),
      }
    },
  }
}

/** What is different from answer to answer. */
type Parts = Pick<Reply, 'status' | 'headers' | 'body' | 'stalls'>

function answerParts(
  { requestId, headers: lines }: RawRequest,
  { tag, body, encoding, fetchedAtMs, freshForMs }: PublicAnswer,
  nowMs: number,
): Parts {
  const cacheControl = keptFor(freshForMs)
  const shared = ['Vary', 'Accept-Encoding', ...fetchedAt(fetchedAtMs, nowMs)]
  if (body === undefined) {
    const known = knownTag(lines.ifNoneMatch, tag) ?? entityTag(tag, undefined)
    return notModified(requestId, cacheControl, [...shared, 'ETag', known])
  }
  const headers = commonHeaders(requestId, 'application/json', body.byteLength, cacheControl)
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push(...shared, 'ETag', entityTag(tag, encoding))
  // A history can be long, and not everyone has a fast network.
  return { status: 200, headers, body, ...(body.byteLength > LONG_BYTES && { stalls: true }) }
}

async function pictureParts(
  { requestId, headers: lines, encoding: wanted }: RawRequest,
  { draw, tag, fetchedAtMs, freshForMs }: PublicPicture,
  contentType: string,
  nowMs: number,
): Promise<Parts> {
  // What is painted is compressed already; lines are text.
  const isText = contentType === 'image/svg+xml'
  const cacheControl = keptFor(freshForMs)
  const shared = [...(isText ? ['Vary', 'Accept-Encoding'] : []), ...fetchedAt(fetchedAtMs, nowMs)]
  const known = knownTag(lines.ifNoneMatch, tag)
  if (known !== undefined) return notModified(requestId, cacheControl, [...shared, 'ETag', known])
  const picture = await draw()
  const { body, encoding } = await createVariants(picture).encoded(isText ? wanted : undefined)
  const headers = commonHeaders(requestId, contentType, body.byteLength, cacheControl)
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push(...shared, 'ETag', entityTag(tag, encoding))
  return { status: 200, headers, body, stalls: true }
}

function keptFor(freshForMs: number): string {
  return `public, max-age=${Math.max(1, Math.floor(freshForMs / 1_000))}`
}

/** A clock that has stepped back since must not make data of the future. */
function fetchedAt(fetchedAtMs: number | undefined, nowMs: number): readonly string[] {
  return fetchedAtMs === undefined ? [] : ['X-Fetched-At', String(Math.min(fetchedAtMs, nowMs))]
}

function streamParts(
  { requestId, headers: lines }: RawRequest,
  { pieces, cacheControl, bytes, tag }: PublicStream,
  contentType: string,
): Parts {
  const known = tag === undefined ? undefined : knownTag(lines.ifNoneMatch, tag)
  if (known !== undefined) return notModified(requestId, cacheControl, ['ETag', known])
  const headers = commonHeaders(requestId, contentType, bytes ?? 0, cacheControl)
  if (bytes === undefined) headers.splice(headers.indexOf('Content-Length'), 2)
  if (tag !== undefined) headers.push('ETag', entityTag(tag, undefined))
  // Events wait in no buffer of a proxy on the way.
  if (contentType === 'text/event-stream') headers.push('X-Accel-Buffering', 'no')
  return { status: 200, headers, body: pieces }
}

/** Says that the client has it already: no body, and nothing that describes one. */
function notModified(requestId: string, cacheControl: string, own: readonly string[]): Parts {
  const [, , , , ...standing] = commonHeaders(requestId, '', 0, cacheControl)
  return { status: 304, headers: [...standing, ...own], body: '' }
}

/** Adds the two limits of a network, in the form of those of developers. */
function addLimitHeaders(
  headers: string[],
  { limits, used, minuteEndsInMs }: PublicLimitState,
): void {
  headers.push(
    'RateLimit-Policy',
    `"minute";q=${limits.minute};w=60, "concurrency";q=${limits.concurrency};qu="concurrent-requests"`,
    'RateLimit',
    `"minute";r=${left(limits.minute, used.minute)};t=${seconds(minuteEndsInMs)}, ` +
      `"concurrency";r=${left(limits.concurrency, used.concurrency)}`,
  )
}
