import { CONTENT_SECURITY_POLICIES } from '../headers/content-security-policy.ts'
import { compressFully } from './compress.ts'
import type { Awaitable } from '../../concurrency/awaitable.ts'
import { notFound, ServiceError } from '../errors/service-error.ts'
import { StaticContent, StaticContents } from './static-content.ts'
import type { RawRequest } from '../request/raw-request.ts'
import { GET_AND_HEAD, parseTarget } from '../request/request-target.ts'
import { commonHeaders } from '../headers/common-headers.ts'
import type { Reply } from '../reply.ts'

/** What the content of a file may depend on. */
export interface FileRequest {
  /** Without the question mark. */
  readonly query: string
  readonly acceptLanguage: string | undefined
  /** The Cookie header. */
  readonly cookie: string | undefined
}

/** A public file: an API description, a page, a stylesheet. */
export interface StaticFile {
  readonly contentType: string
  /** Renders the content: once, on the first request, unless it depends on the request. */
  readonly body: (request: FileRequest) => Awaitable<string | Uint8Array>
  /**
   * Whether the content depends on the request. It is then rendered for every request, and must be
   * cheap.
   */
  readonly readsRequest?: true
  /** The new path, if the file has moved: requests are redirected to it permanently. */
  readonly movedTo?: string
  /** The Content-Security-Policy of a page that has one of its own. */
  readonly policy?: string
  /** The operation in the log. */
  readonly kind: 'openapi' | 'docs' | 'tracker'
}

/** Renders any thrown value as an error response. */
export interface ErrorRenderer {
  error(request: RawRequest, error: unknown): Reply
}

/** The files served by the public listener. */
export interface StaticFiles {
  /** Whether a target, without scheme and authority, is one of them. */
  claims(target: string): boolean
  /** Serves one of them. Never rejects. */
  serve(request: RawRequest): Promise<Reply>
}

/** Pages load nothing from other origins than configured ones, and cannot be framed. */
const pageHeaders = (policy: string) => [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'same-origin',
]

/** How a file that depends on the request is cached. */
const PERSONAL = {
  cacheControl: 'private, no-cache',
  variesBy: ['Accept-Language', 'Cookie'],
} as const

/** Headers by kind of file. */
const HEADERS: Readonly<Record<StaticFile['kind'], readonly string[]>> = {
  // API descriptions are public, and the only files that pages of other origins may read.
  openapi: ['Access-Control-Allow-Origin', '*'],
  docs: pageHeaders(CONTENT_SECURITY_POLICIES.tracker),
  tracker: pageHeaders(CONTENT_SECURITY_POLICIES.tracker),
}

/**
 * Serves `files` by path, without a key and without counting. Clients must revalidate cached
 * copies.
 */
export function createStaticFiles(
  files: ReadonlyMap<string, StaticFile>,
  render: ErrorRenderer,
): StaticFiles {
  const ready = new Map<StaticFile, StaticContent>()
  const varied = new StaticContents()
  const contentOf = async (file: StaticFile, request: FileRequest): Promise<StaticContent> => {
    const known = ready.get(file)
    if (known !== undefined) return known
    const body = file.body(request)
    // Without a wait, concurrent first requests share one rendering.
    const value = body instanceof Promise ? await body : body
    if (file.readsRequest && typeof value === 'string') return varied.of(value)
    const content = new StaticContent(value, compressFully)
    ready.set(file, content)
    return content
  }
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = parseTarget(request, GET_AND_HEAD)
    const file = files.get(path)
    if (file === undefined) throw notFound('There is no such path.')
    if (query !== '' && path.startsWith('/api/')) {
      throw new ServiceError('invalid_request', 'This path takes no query parameters.')
    }
    const { requestId, headers: lines, encoding } = request
    const { acceptLanguage, cookie, ifNoneMatch } = lines
    const content = await contentOf(file, { query, acceptLanguage, cookie })
    const sent = await content.send({
      encoding,
      ifNoneMatch,
      ...(file.readsRequest && PERSONAL),
    })
    const okStatus = file.movedTo === undefined ? 200 : 308
    const isUnmodified = okStatus === 200 && sent.isKnown
    return {
      status: isUnmodified ? 304 : okStatus,
      headers: [
        ...commonHeaders(requestId, file.contentType, sent.body.byteLength, sent.cacheControl),
        ...(file.policy === undefined ? HEADERS[file.kind] : pageHeaders(file.policy)),
        ...(file.movedTo === undefined ? [] : ['Location', file.movedTo]),
        ...sent.headers,
      ],
      body: isUnmodified ? '' : sent.body,
      // Some files are long, and some networks slow.
      stalls: true,
      closes: false,
      subject: { operation: file.kind },
      onFinished: () => {},
    }
  }
  return {
    claims: (target) => files.has(pathOf(target)),
    serve: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        return render.error(request, error)
      }
    },
  }
}

/** Returns the target without its query and fragment. */
function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end < 0 ? target : target.slice(0, end)
}
