import { CONTENT_SECURITY_POLICIES } from '../../platform/http/headers/content-security-policy.ts'
import type { AnswerName, HeaderFact, HeadersOfAnswer } from '../../api/openapi/http-facts.ts'
import { DOCUMENTED_HEADERS } from '../../keyed/documented-headers.ts'

/**
 * The headers of the public document: those of the keyed document, with differing ones replaced.
 */
export const PUBLIC_HEADERS: Readonly<Record<string, HeaderFact>> = {
  ...DOCUMENTED_HEADERS,
  'Cache-Control': {
    description:
      'Seconds until newer data can exist; any cache may store the response for that long. Errors are not cacheable.',
    schema: { type: 'string', pattern: '^(public, max-age=[0-9]+(, immutable)?|no-store)$' },
    example: 'public, max-age=42',
  },
  ETag: {
    description: 'Identifies the content and its compression, for `If-None-Match`.',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
    example: '"s7c3kPUwQ2Jw0ZgXqv0eRA"',
  },
  'X-Fetched-At': {
    description:
      'On responses with one snapshot: when it was fetched from the game, in Unix milliseconds. Never after `Date`.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1_795_175_431_000,
  },
  'RateLimit-Policy': {
    description:
      'The two limits of your network: requests per UTC minute, and concurrent requests ' +
      '(IETF draft-ietf-httpapi-ratelimit-headers).',
    schema: {
      type: 'string',
      pattern: '^"minute";q=[0-9]+;w=60, "concurrency";q=[0-9]+;qu="concurrent-requests"$',
    },
    example: '"minute";q=120;w=60, "concurrency";q=6;qu="concurrent-requests"',
  },
  RateLimit: {
    description:
      'Remainder of each limit (`r`), and whole seconds until the minute resets (`t`). Not on publicly cacheable responses.',
    schema: { type: 'string', pattern: '^"minute";r=[0-9]+;t=[0-9]+, "concurrency";r=[0-9]+$' },
    example: '"minute";r=119;t=31, "concurrency";r=5',
  },
  Allow: {
    description:
      'Allowed methods: GET and HEAD; only GET if the path belongs to the keyed interface.',
    schema: { type: 'string', enum: ['GET, HEAD', 'GET'] },
    example: 'GET, HEAD',
  },
  'Content-Security-Policy': {
    description: 'On charts: opened as a document, they load and run nothing.',
    schema: { type: 'string', enum: [CONTENT_SECURITY_POLICIES.image] },
    example: CONTENT_SECURITY_POLICIES.image,
  },
  'X-Accel-Buffering': {
    description: 'On event streams: tells proxies not to buffer.',
    schema: { type: 'string', enum: ['no'] },
    example: 'no',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read the response.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that such pages may read.',
    schema: { type: 'string' },
    example: 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Fetched-At, X-Request-Id',
  },
}

const STANDING = ['Cache-Control', 'X-Content-Type-Options']
const COMMON = ['X-Request-Id', ...STANDING]
const CORS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']
const EVERYWHERE = [...COMMON, ...CORS]
const LIMITS = ['RateLimit-Policy', 'RateLimit']
/** Publicly cacheable responses contain nothing about the client that requested them. */
const SHARED = [...STANDING, ...CORS, 'RateLimit-Policy']

/** Returns the headers of a response of the public interface. */
export function documentedPublicHeadersOf(answer: AnswerName): HeadersOfAnswer {
  switch (answer) {
    case 'json':
      return {
        always: [...SHARED, 'Vary', 'ETag'],
        sometimes: ['Content-Encoding', 'X-Fetched-At'],
      }
    case 'svg':
      return {
        always: [...SHARED, 'Vary', 'ETag', 'Content-Security-Policy'],
        sometimes: ['Content-Encoding', 'X-Fetched-At'],
      }
    case 304:
      return { always: [...SHARED, 'ETag'], sometimes: ['Vary', 'X-Fetched-At'] }
    case 'png':
      return { always: [...SHARED, 'ETag', 'Content-Security-Policy'], sometimes: ['X-Fetched-At'] }
    case 'stream':
      return {
        always: SHARED,
        sometimes: ['X-Request-Id', 'RateLimit', 'ETag', 'X-Accel-Buffering'],
      }
    case 405:
      return { always: [...COMMON, 'Allow'], sometimes: CORS }
    case 429:
      return { always: [...EVERYWHERE, 'Retry-After', ...LIMITS], sometimes: [] }
    case 503:
      return { always: [...EVERYWHERE, 'Retry-After'], sometimes: LIMITS }
    default:
      // A path with a misspelled prefix is rejected by another interface, without CORS.
      return { always: COMMON, sometimes: [...CORS, ...LIMITS] }
  }
}
