import { CONTENT_SECURITY_POLICIES } from './content-security-policy.ts'
import { contentHash } from './content-hash.ts'
import { LRUCache } from 'lru-cache'
import type { Awaitable } from '../concurrency/awaitable.ts'
import { createEncodedVariants, type EncodedVariants } from './encoded-variants.ts'
import { notFound, ServiceError } from './service-error.ts'
import { entityTag, matchingTag } from './entity-tag.ts'
import type { RawRequest } from './raw-request.ts'
import { GET_AND_HEAD, parseTarget } from './request-target.ts'
import { commonHeaders } from './common-headers.ts'
import type { Reply } from './reply.ts'

/** A public file: an API description, a page, a stylesheet. */
export interface StaticFile {
  readonly contentType: string
  /** Renders the content: once, on the first request, unless it depends on the query. */
  readonly body: (query: string) => Awaitable<string>
  /**
   * Whether the content depends on the query. It is then rendered for every request, and must be
   * cheap.
   */
  readonly readsQuery?: true
  /** The new path, if the file has moved: requests are redirected to it permanently. */
  readonly movedTo?: string
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

/** A rendered file. */
interface ReadyFile {
  readonly variants: EncodedVariants
  /** Hash of the content, independent of its encoding. */
  readonly hash: string
  readonly headers: readonly string[]
  readonly file: StaticFile
}

/** Pages load nothing from other origins, run only our scripts, and cannot be framed. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  CONTENT_SECURITY_POLICIES.tracker,
  'Referrer-Policy',
  'same-origin',
]

/** Headers by kind of file. */
const HEADERS: Readonly<Record<StaticFile['kind'], readonly string[]>> = {
  // API descriptions are public, and the only files that pages of other origins may read.
  openapi: ['Access-Control-Allow-Origin', '*'],
  docs: PAGE_HEADERS,
  tracker: PAGE_HEADERS,
}

/** Rendered contents of query-dependent files cached at most. */
const VARIANTS_MAX = 64

/**
 * Serves `files` by path, without a key and without counting. Clients must revalidate cached
 * copies.
 */
export function createStaticFiles(
  files: ReadonlyMap<string, StaticFile>,
  render: ErrorRenderer,
): StaticFiles {
  const ready = new Map<string, ReadyFile>()
  const varied = new LRUCache<string, ReadyFile>({ max: VARIANTS_MAX })
  const readyFile = async (path: string, query: string): Promise<ReadyFile> => {
    const known = ready.get(path)
    if (known !== undefined) return known
    const file = files.get(path)
    if (file === undefined) throw notFound('There is no such path.')
    const content = file.body(query)
    // Without a wait, concurrent first requests share one rendering.
    const text = typeof content === 'string' ? content : await content
    // Most queries do not change the content, so it is cached by content.
    const cached = file.readsQuery && varied.get(text)
    if (cached) return cached
    const rendered = prepareFile(file, text)
    if (file.readsQuery) varied.set(text, rendered)
    else ready.set(path, rendered)
    return rendered
  }
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = parseTarget(request, GET_AND_HEAD)
    const { variants, hash, headers, file } = await readyFile(path, query)
    if (query !== '' && path.startsWith('/api/')) {
      throw new ServiceError('invalid_request', 'This path takes no query parameters.')
    }
    const { requestId, headers: lines, encoding: wanted } = request
    const { body, encoding } = await variants.encoded(wanted)
    const tag = entityTag(hash, encoding)
    const okStatus = file.movedTo === undefined ? 200 : 308
    const isUnmodified = okStatus === 200 && matchingTag(lines.ifNoneMatch, hash) !== undefined
    return {
      status: isUnmodified ? 304 : okStatus,
      headers: [
        ...commonHeaders(requestId, file.contentType, body.byteLength, 'no-cache'),
        ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
        ...headers,
        ...(file.movedTo === undefined ? [] : ['Location', file.movedTo]),
        'Vary',
        'Accept-Encoding',
        'ETag',
        tag,
      ],
      body: isUnmodified ? '' : body,
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

function prepareFile(file: StaticFile, text: string): ReadyFile {
  const body = Buffer.from(text)
  const hash = contentHash(body)
  const variants = createEncodedVariants(body)
  return { variants, hash, headers: HEADERS[file.kind], file }
}
