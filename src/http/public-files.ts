import { createHash } from 'node:crypto'
import { createVariants, type Variants } from '../answers/create-variants.ts'
import { notFound, ServiceError } from '../domain/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'
import { commonHeaders, type Render } from './render.ts'
import type { Reply } from './reply.ts'

/** One file that anyone may have: a document of an interface, a page, a style. */
export interface PublicFile {
  readonly contentType: string
  readonly body: string
  /** What the log calls it. */
  readonly kind: 'openapi' | 'docs'
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

/** What each kind of file says of itself. */
const HEADERS: Readonly<Record<PublicFile['kind'], readonly string[]>> = {
  // A description of an interface holds nothing secret, and is the one thing here that pages of other origins may read.
  openapi: ['Access-Control-Allow-Origin', '*'],
  // A page loads nothing from anywhere else, runs no script but ours, and is in nobody's frame.
  docs: [
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
  ],
}

/** Serves `files` by their paths, without a key and without counting. Whoever keeps one asks whether it is still the same. */
export function createPublicFiles(
  files: ReadonlyMap<string, PublicFile>,
  render: Render,
): PublicFiles {
  const ready = new Map([...files].map(([path, file]) => [path, makeReady(file)] as const))
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = readTarget(request)
    const found = ready.get(path)
    if (found === undefined) throw notFound('There is no such path.')
    const { variants, hash, headers, file } = found
    if (query !== '' && path.startsWith('/api/')) {
      throw new ServiceError('invalid_request', 'There is nothing to ask with: send no query.')
    }
    const { requestId, headers: lines, encoding: wanted } = request
    const { body, encoding } = await variants.encoded(wanted)
    const tag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`
    const isKnown = names(lines.ifNoneMatch, hash)
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
    claims: (target) => ready.has(/^[^?#]*/.exec(target)?.[0] ?? ''),
    serve: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        return render.error(request, error)
      }
    },
  }
}

function makeReady(file: PublicFile): ReadyFile {
  const hash = createHash('sha256').update(file.body).digest('base64url').slice(0, 22)
  const variants = createVariants(Buffer.from(file.body))
  return { variants, hash, headers: HEADERS[file.kind], file }
}

/**
 * Whether `If-None-Match` (RFC 9110 section 13.1.2) names this content. All its encodings mean the same, so any of their
 * tags will do, weak or strong.
 */
function names(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || /^(?:W\/)?"([\w-]{22})(?:-[a-z]+)?"$/.exec(tag)?.[1] === hash)
}
