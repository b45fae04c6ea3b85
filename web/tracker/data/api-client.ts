import type {
  PublicEnvelope,
  PublicEnvelopeName,
} from '../../../src/history/api/public-messages.ts'
import type { Region } from '../../shared/i18n/regions.ts'
import { ServerClock } from './server-clock.ts'

/** Why a request failed. */
export type Failure = 'busy' | 'missing' | 'unwatched' | 'refused' | 'broken' | 'offline'

/** Error of a failed request to the public API. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The public interface did not answer: ${failure}.`)
    this.failure = failure
  }
}

/** Query parameters; a list becomes a repeated parameter. */
export type QueryParameters = Readonly<
  Record<string, string | number | readonly (string | number)[]>
>

/** A request to the public API. */
export interface ApiRequest {
  readonly region: Region
  /** Path relative to the region, for example `/events/current`. */
  readonly path: string
  readonly query?: QueryParameters
  readonly signal: AbortSignal
}

/** Sends a request by its path and query. Rejects if the server is unreachable. */
export type Transport = (address: string, init: { readonly signal: AbortSignal }) => Promise<Response>

const serverClock = new ServerClock({
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
})

let send: Transport = (address, init) => fetch(address, init)

/** Replaces how requests are sent, where the page is rendered without a network and its caches. */
export function replaceTransport(transport: Transport): void {
  send = async (address, init) => {
    const response = await transport(address, init)
    serverClock.reset()
    return response
  }
}

/** Maximum attempts at a busy server, and the maximum wait before each. */
const TRIES_MAX = 4
const WAIT_MS_MAX = 60_000

/** Returns the URL path of a request to the public API. */
export function publicPath(region: Region, path: string, query: QueryParameters = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, String(one))
  }
  return `/api/public/v1/game/${region}${path}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/**
 * Sends a request to the public API; retries 429 and 503 after `Retry-After`. Throws {@link
 * ApiError}, or the signal's abort reason.
 */
export async function callApi<Name extends PublicEnvelopeName>(
  { region, path, query, signal }: ApiRequest,
  // Selects the response type; unused at run time.
  _name: Name,
): Promise<PublicEnvelope<Name>> {
  const address = publicPath(region, path, query)
  for (let tries = 1; ; tries += 1) {
    const response = await send(address, { signal }).catch(() => {
      signal.throwIfAborted()
      throw new ApiError('offline')
    })
    noteServerTime(Date.parse(response.headers.get('date') ?? ''))
    if (response.ok) return (await response.json().catch(broken)) as PublicEnvelope<Name>
    if (response.status === 404) throw new ApiError(await whyMissing(response))
    if (response.status === 400) throw new ApiError('refused')
    if (response.status !== 429 && response.status !== 503) throw new ApiError('broken')
    if (tries === TRIES_MAX) throw new ApiError('busy')
    await wait(waitMs(response, tries), signal)
  }
}

/** Returns the present time of the server in Unix ms, precise to about 2 s. */
export function serverNowMs(): number {
  return serverClock.nowMs()
}

/** Returns by how many milliseconds the server is ahead of this device; 0 within two seconds. */
export function serverAheadMs(): number {
  return serverClock.aheadMs()
}

/** Notes a time that the server has reached, in Unix ms; ignores `NaN`. */
export function noteServerTime(nowMs: number): void {
  serverClock.note(nowMs)
}

/** Returns why the interface answered 404: the server may know a board and not watch it. */
async function whyMissing(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => ({}))) as { readonly code?: unknown }
  return problem.code === 'not_watched' ? 'unwatched' : 'missing'
}

function broken(): never {
  throw new ApiError('broken')
}

function waitMs(response: Response, tries: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? tries)
  return Math.min(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, WAIT_MS_MAX)
}

/** Waits `ms`; rejects when the signal is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}
