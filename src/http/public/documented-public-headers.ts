import type { AnswerName, HeaderFact, HeadersOfAnswer } from '../../contract/openapi/http-facts.ts'
import { DOCUMENTED_HEADERS } from '../documented-headers.ts'

/** What the public document says of headers: those of the keyed one, where they say the same, and its own. */
export const PUBLIC_HEADERS: Readonly<Record<string, HeaderFact>> = {
  ...DOCUMENTED_HEADERS,
  'Cache-Control': {
    description:
      'For how many seconds nothing newer can be expected: anybody may keep the answer so long. Errors are kept by nobody.',
    schema: { type: 'string', pattern: '^(public, max-age=[0-9]+(, immutable)?|no-store)$' },
    example: 'public, max-age=42',
  },
  ETag: {
    description: 'Names the content and how it is compressed; for `If-None-Match`.',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
    example: '"s7c3kPUwQ2Jw0ZgXqv0eRA"',
  },
  'X-Fetched-At': {
    description:
      'On an answer that shows one snapshot: when it was fetched from the game, in Unix milliseconds; never ahead of `Date`.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1_795_175_431_000,
  },
  'RateLimit-Policy': {
    description:
      'The two limits of your address: requests in one UTC minute, and at one time ' +
      '(IETF draft-ietf-httpapi-ratelimit-headers).',
    schema: {
      type: 'string',
      pattern: '^"minute";q=[0-9]+;w=60, "concurrency";q=[0-9]+;qu="concurrent-requests"$',
    },
    example: '"minute";q=120;w=60, "concurrency";q=6;qu="concurrent-requests"',
  },
  RateLimit: {
    description:
      'What is left of each limit (`r`), and whole seconds until the minute starts anew (`t`).',
    schema: { type: 'string', pattern: '^"minute";r=[0-9]+;t=[0-9]+, "concurrency";r=[0-9]+$' },
    example: '"minute";r=119;t=31, "concurrency";r=5',
  },
  'X-Accel-Buffering': {
    description: 'On a stream of events: asks proxies to hand each on as it comes.',
    schema: { type: 'string', enum: ['no'] },
    example: 'no',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read the answer.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that such pages may read besides.',
    schema: { type: 'string' },
    example: 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Fetched-At, X-Request-Id',
  },
}

const COMMON = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options']
const CORS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']
const EVERYWHERE = [...COMMON, ...CORS]
const LIMITS = ['RateLimit-Policy', 'RateLimit']

/** Which headers stand on an answer of the public interface. */
export function documentedPublicHeadersOf(answer: AnswerName): HeadersOfAnswer {
  switch (answer) {
    case 'json':
      return {
        always: [...EVERYWHERE, 'Vary', 'ETag', ...LIMITS],
        sometimes: ['Content-Encoding', 'X-Fetched-At'],
      }
    case 304:
      return { always: [...EVERYWHERE, 'ETag', ...LIMITS], sometimes: ['Vary', 'X-Fetched-At'] }
    case 'png':
      return { always: [...EVERYWHERE, 'ETag', ...LIMITS], sometimes: ['X-Fetched-At'] }
    case 'stream':
      return { always: [...EVERYWHERE, ...LIMITS], sometimes: ['ETag', 'X-Accel-Buffering'] }
    case 405:
      return { always: [...COMMON, 'Allow'], sometimes: CORS }
    case 429:
      return { always: [...EVERYWHERE, 'Retry-After', ...LIMITS], sometimes: [] }
    case 503:
      return { always: [...EVERYWHERE, 'Retry-After'], sometimes: LIMITS }
    default:
      // A path that is misspelt from its beginning on is refused by another interface, to no other origin.
      return { always: COMMON, sometimes: [...CORS, ...LIMITS] }
  }
}
