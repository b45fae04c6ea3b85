import { createClient } from './client.ts'
import type { ClientOptions } from './client-options.ts'
import { createEventClock } from './event-clock-for-tests.ts'

/** What a stub is asked. */
export interface StubRequest {
  readonly url: string
  readonly init: RequestInit
  /** Aborts when the client does. */
  readonly signal: AbortSignal
}

/** Answers the `nth` request, counted from 1. */
export type StubAnswer = (request: StubRequest, nth: number) => Response | Promise<Response>

/** The headers of any answer that was counted. */
export const COUNTED = {
  'x-request-id': '4dd01df2268e7367d49dd7e3',
  'ratelimit-policy':
    '"minute";q=300;w=60, "day";q=50000;w=86400, "concurrency";q=10;qu="concurrent-requests"',
  ratelimit: '"minute";r=299;t=31, "day";r=49999;t=43794, "concurrency";r=9',
}

/** A 200 with JSON, fetched three seconds ago. */
export function good(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, {
    headers: {
      ...COUNTED,
      date: 'Sat, 21 Nov 2026 12:00:10 GMT',
      'x-fetched-at': String(Date.UTC(2026, 10, 21, 12, 0, 6, 500)),
      age: '3',
      'cache-status': 'backline; fwd=miss; stored; ttl=15',
      ...headers,
    },
  })
}

/** The header of every public answer. */
export const PUBLIC = { 'ratelimit-policy': '"minute";q=120;w=60, "concurrency";q=8;qu="x"' }

/** A 200 of the public API, of a snapshot. */
export function goodPublic(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const fetched = { 'x-fetched-at': String(Date.UTC(2026, 10, 21, 12)) }
  const common = { ...PUBLIC, ...fetched, 'cache-control': 'public, max-age=30' }
  return Response.json(body, { headers: { ...common, ...headers } })
}

/** A refusal of the service. */
export function rejection(
  status: number,
  code: string,
  { headers = {}, more = {} }: { headers?: Record<string, string>; more?: object } = {},
): Response {
  const requestId = '0123456789abcdef01234567'
  const body = { code, detail: `It is ${code}.`, requestId, ...more }
  const type = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } })
}

/** The headers of a request. */
export function headersOf(request: StubRequest | undefined): Readonly<Record<string, string>> {
  return (request?.init.headers ?? {}) as Readonly<Record<string, string>>
}

/** A promise that only an abort ends, as when a server hangs. */
export function hang({ signal }: StubRequest): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** A client over a stub, on a clock that the test moves. */
export function startStub(answer: StubAnswer, options: Partial<ClientOptions> = {}) {
  const clock = createEventClock(1_000)
  const requests: StubRequest[] = []
  const stub = async (url: unknown, init: RequestInit = {}) => {
    const request = { url: String(url), init, signal: init.signal as AbortSignal }
    requests.push(request)
    return answer(request, requests.length)
  }
  const settings = {
    baseUrl: 'http://server.test',
    key: 'bkl_secret-key',
    clock,
    fetch: stub as typeof fetch,
    jitter: () => 0,
    ...options,
  }
  return {
    clock,
    requests,
    client: createClient(settings),
    sparse: createClient({ ...settings, fillDefaults: false }),
  }
}
