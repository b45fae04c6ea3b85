import { contentHash } from '../answers/content-hash.ts'
import { LRUCache } from 'lru-cache'
import { createVariants, type Variants } from '../answers/create-variants.ts'
import { notFound, ServiceError } from '../domain/service-error.ts'
import { entityTag, knownTag } from './entity-tag.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'
import { commonHeaders, type Render } from './render.ts'
import type { Reply } from './reply.ts'

/** One file that anyone may have: a document of an interface, a page, a style. */
export interface PublicFile {
  readonly contentType: string
  /** Makes the content: once, for whoever asks first, unless the query has a part in it. */
  readonly body: (query: string) => string
  /** Whether the query has a part in the content. Such a file has to be cheap to make: it is made for every request. */
  readonly readsQuery?: true
  /** What the log calls it. */
  readonly kind: 'openapi' | 'docs' | 'tracker'
}

/** The files that stand beside the interfaces on the public listener. */
export interface PublicFiles {
  /** Whether a target, without scheme and authority, asks for one of them. */
  claims(target: string): boolean
  /** Answers a request for one of them. Never rejects. */
  serve(request: RawRequest): Promise<Reply>
}

/** One file, ready to be sent. */
interface ReadyFile {
  readonly variants: Variants
  /** Names the content, whatever it is compressed with. */
  readonly hash: string
  readonly headers: readonly string[]
  readonly file: PublicFile
}

/** A page loads nothing from anywhere else, runs no script but ours, and is in nobody's frame. */
const OF_PAGES = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy',
  'same-origin',
]

/** What each kind of file says of itself. */
const HEADERS: Readonly<Record<PublicFile['kind'], readonly string[]>> = {
  // A description of an interface holds nothing secret, and is the one thing here that pages of other origins may read.
  openapi: ['Access-Control-Allow-Origin', '*'],
  docs: OF_PAGES,
  tracker: OF_PAGES,
}

/** So many contents that depend on a query are kept compressed. */
const VARIED_MAX = 64

/** Serves `files` by their paths, without a key and without counting. Whoever keeps one asks whether it is still the same. */
export function createPublicFiles(
  files: ReadonlyMap<string, PublicFile>,
  render: Render,
): PublicFiles {
  const ready = new Map<string, ReadyFile>()
  const varied = new LRUCache<string, ReadyFile>({ max: VARIED_MAX })
  const readyFile = (path: string, query: string): ReadyFile => {
    const known = ready.get(path)
    if (known !== undefined) return known
    const file = files.get(path)
    if (file === undefined) throw notFound('There is no such path.')
    const text = file.body(query)
    // Most queries make no difference: what is kept is found by the content.
    const before = file.readsQuery && varied.get(text)
    if (before) return before
    const made = makeReady(file, text)
    if (file.readsQuery) varied.set(text, made)
    else ready.set(path, made)
    return made
  }
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = readTarget(request)
    const { variants, hash, headers, file } = readyFile(path, query)
    if (query !== '' && path.startsWith('/api/')) {
      throw new ServiceError('invalid_request', 'There is nothing to ask with: send no query.')
    }
    const { requestId, headers: lines, encoding: wanted } = request
    const { body, encoding } = await variants.encoded(wanted)
    const tag = entityTag(hash, encoding)
    const isKnown = knownTag(lines.ifNoneMatch, hash) !== undefined
    return {
      status: isKnown ? 304 : 200,
      headers: [
        ...commonHeaders(requestId, file.contentType, body.byteLength, 'no-cache'),
        ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
        ...headers,
        'Vary',
        'Accept-Encoding',
        'ETag',
        tag,
      ],
      body: isKnown ? '' : body,
      // Some are long, and not everyone has a fast network.
      stalls: true,
      closes: false,
      subject: { operation: file.kind },
      over: () => {},
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

/** What stands before a query or a fragment. */
function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end < 0 ? target : target.slice(0, end)
}

function makeReady(file: PublicFile, text: string): ReadyFile {
  const body = Buffer.from(text)
  const hash = contentHash(body)
  const variants = createVariants(body)
  return { variants, hash, headers: HEADERS[file.kind], file }
}
