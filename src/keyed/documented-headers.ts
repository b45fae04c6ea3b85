import type { AnswerName, HeaderFact, HeadersOfAnswer } from '../api/openapi/http-facts.ts'
import { ENCODINGS } from '../platform/http/content/content-encoding.ts'

/**
 * The documentation of every response header. `Content-Type` and `Content-Length` describe the body
 * and are omitted; `Date` and the connection headers belong to HTTP itself.
 */
export const DOCUMENTED_HEADERS: Readonly<Record<string, HeaderFact>> = {
  'X-Request-Id': {
    description: 'The id of the request, as in errors and in the operator’s log.',
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
    example: '4dd01df2268e7367d49dd7e3',
  },
  'Cache-Control': {
    description: 'Clients and proxies must not cache answers.',
    schema: { type: 'string', enum: ['no-store'] },
    example: 'no-store',
  },
  'X-Content-Type-Options': {
    description: 'Prevents browsers from guessing another type.',
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  'X-Fetched-At': {
    description:
      'When the data was fetched from the game, in Unix milliseconds; never ahead of `Date`. A cached answer ' +
      'keeps the time of its original fetch.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1_795_175_431_000,
  },
  Age: {
    description: 'The age of the data in whole seconds.',
    schema: { type: 'integer', minimum: 0 },
    example: 3,
  },
  'Cache-Status': {
    description:
      'Whether the answer came from the cache (RFC 9211), and the remaining cache time in seconds.',
    schema: {
      type: 'string',
      pattern:
        '^backline; (hit; ttl=[0-9]+|fwd=(miss|stale|bypass)(; stored; ttl=[0-9]+)?(; collapsed)?)$',
    },
    example: 'backline; hit; ttl=12',
  },
  'RateLimit-Policy': {
    description:
      'The three limits of the developer: requests per UTC minute, requests per UTC day, and concurrent requests ' +
      '(IETF draft-ietf-httpapi-ratelimit-headers).',
    schema: {
      type: 'string',
      pattern:
        '^"minute";q=[0-9]+;w=60, "day";q=[0-9]+;w=86400, "concurrency";q=[0-9]+;qu="concurrent-requests"$',
    },
    example:
      '"minute";q=300;w=60, "day";q=50000;w=86400, "concurrency";q=10;qu="concurrent-requests"',
  },
  RateLimit: {
    description:
      'The remainder of each limit (`r`), and whole seconds until its window resets (`t`).',
    schema: {
      type: 'string',
      pattern: '^"minute";r=[0-9]+;t=[0-9]+, "day";r=[0-9]+;t=[0-9]+, "concurrency";r=[0-9]+$',
    },
    example: '"minute";r=299;t=31, "day";r=49999;t=43794, "concurrency";r=9',
  },
  'Retry-After': {
    description:
      'Whole seconds after which a retry is useful. For the minute and the day it is never too short.',
    schema: { type: 'integer', minimum: 1 },
    example: 31,
  },
  'WWW-Authenticate': {
    description: 'The problem with the key (RFC 6750), and the scope that it lacks.',
    schema: { type: 'string', pattern: '^Bearer realm="backline"' },
    example: 'Bearer realm="backline", error="invalid_token"',
  },
  Allow: {
    description: 'The supported methods: GET, and HEAD where no key is required.',
    schema: { type: 'string', enum: ['GET', 'GET, HEAD'] },
    example: 'GET',
  },
  Vary: {
    description: 'The body depends on `Accept-Encoding`.',
    schema: { type: 'string', enum: ['Accept-Encoding'] },
    example: 'Accept-Encoding',
  },
  'Content-Encoding': {
    description:
      'The compression of the body, if requested by `Accept-Encoding`. Small bodies are not compressed.',
    schema: { type: 'string', enum: [...ENCODINGS] },
    example: 'br',
  },
}

const EVERYWHERE = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options']
const QUOTA = ['RateLimit-Policy', 'RateLimit']
const FRESHNESS = ['X-Fetched-At', 'Age', 'Cache-Status']

/**
 * The headers of errors besides the common ones, and whether the error can occur before admission.
 */
const REFUSALS: Readonly<
  Record<number, { own: readonly string[]; quota: keyof HeadersOfAnswer | undefined }>
> = {
  400: { own: [], quota: 'sometimes' },
  401: { own: ['WWW-Authenticate'], quota: undefined },
  403: { own: ['WWW-Authenticate'], quota: undefined },
  404: { own: [], quota: 'sometimes' },
  405: { own: ['Allow'], quota: undefined },
  429: { own: ['Retry-After'], quota: 'always' },
  502: { own: [], quota: 'always' },
  503: { own: ['Retry-After'], quota: 'sometimes' },
  504: { own: [], quota: 'always' },
}

/** Returns the headers of a response of the keyed interface. */
export function documentedHeadersOf(answer: AnswerName): HeadersOfAnswer {
  if (answer === 'png' || answer === 'stream')
    return { always: [...EVERYWHERE, ...FRESHNESS, ...QUOTA], sometimes: [] }
  if (answer === 'json' || answer === 'svg') {
    return {
      always: [...EVERYWHERE, 'Vary', ...FRESHNESS, ...QUOTA],
      sometimes: ['Content-Encoding'],
    }
  }
  const { own, quota } = REFUSALS[answer] ?? { own: [], quota: 'sometimes' }
  return {
    always: [...EVERYWHERE, ...own, ...(quota === 'always' ? QUOTA : [])],
    sometimes: quota === 'sometimes' ? QUOTA : [],
  }
}

/** Returns the headers of a response of the developer interface, which is never counted. */
export function documentedDeveloperHeadersOf(answer: AnswerName): HeadersOfAnswer {
  if (answer === 'json') return { always: [...EVERYWHERE, ...QUOTA], sometimes: [] }
  const own = typeof answer === 'number' ? (REFUSALS[answer]?.own ?? []) : []
  return { always: [...EVERYWHERE, ...own], sometimes: [] }
}
