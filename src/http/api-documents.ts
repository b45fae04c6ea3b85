import { createHash } from 'node:crypto'
import { finish, type Finished } from '../answers/finished.ts'
import { notFound, ServiceError } from '../domain/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'
import { commonHeaders, type Render } from './render.ts'
import type { Reply } from './reply.ts'

/** The documents of the interfaces on the public listener. */
export interface ApiDocuments {
  /** Whether a target, without scheme and authority, asks for one of them. */
  claims(target: string): boolean
  /** Answers a request for one of them. Never rejects. */
  serve(request: RawRequest): Promise<Reply>
}

/** One document, ready to be sent. */
interface ReadyDocument {
  readonly finished: Finished
  /** Names the content, whatever it is compressed with. */
  readonly hash: string
}

/** Any page of any origin may read a document, and whoever keeps it asks whether it is still the same. */
const SHARED = ['Access-Control-Allow-Origin', '*', 'Vary', 'Accept-Encoding']

/**
 * Serves `documents` by their paths, without a key and without counting. They hold nothing secret, so they are the one
 * thing here that pages of other origins may read.
 */
export function createApiDocuments(
  documents: ReadonlyMap<string, unknown>,
  render: Render,
): ApiDocuments {
  const ready = new Map(
    [...documents].map(([path, document]) => [path, makeReady(document)] as const),
  )
  const answer = async (request: RawRequest): Promise<Reply> => {
    const { path, query } = readTarget(request)
    const document = ready.get(path)
    if (document === undefined) throw notFound('There is no such path.')
    if (query !== '') {
      throw new ServiceError('invalid_request', 'There is nothing to ask with: send no query.')
    }
    const { requestId, headers: lines, encoding: wanted } = request
    const { body, encoding } = await document.finished.encoded(wanted)
    const tag = `"${document.hash}${encoding === undefined ? '' : `-${encoding}`}"`
    const isKnown = names(lines.ifNoneMatch, document.hash)
    const headers = commonHeaders(requestId, 'application/json', body.byteLength, 'no-cache')
    return {
      status: isKnown ? 304 : 200,
      headers: [
        ...headers,
        ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
        ...SHARED,
        'ETag',
        tag,
      ],
      body: isKnown ? '' : body,
      closes: false,
      subject: { operation: 'openapi' },
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

function makeReady(document: unknown): ReadyDocument {
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { finished: finish(document, () => {}), hash }
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
