import type { PublicEnvelope, PublicEnvelopeName } from '../../../src/contract/public/messages.ts'
import type { Region } from '../../words/regions.ts'

/** Why there is no answer. */
export type Failure = 'busy' | 'missing' | 'refused' | 'broken' | 'offline'

/** An answer that did not come. */
export class AskFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The public interface did not answer: ${failure}.`)
    this.failure = failure
  }
}

/** What can stand in a query; a list is repeated. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** What is asked of the public interface. */
export interface Question {
  readonly region: Region
  /** Behind the region, for instance `/events/current`. */
  readonly path: string
  readonly query?: Query
  readonly signal: AbortSignal
}

/** How often a busy server is asked again, and the longest that is waited for it each time. */
const TRIES_MAX = 4
const WAIT_MS_MAX = 60_000

/** Where the interface is, for one region. */
export function publicPath(region: Region, path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, String(one))
  }
  return `/api/public/v1/game/${region}${path}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/**
 * Asks the public interface and waits out 429 and 503 by `Retry-After`. Throws {@link AskFailure}, or what the signal was
 * aborted with.
 */
export async function ask<Name extends PublicEnvelopeName>(
  { region, path, query, signal }: Question,
  // Names the shape of the answer, for the type alone.
  _name: Name,
): Promise<PublicEnvelope<Name>> {
  const address = publicPath(region, path, query)
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, { signal }).catch(() => {
      signal.throwIfAborted()
      throw new AskFailure('offline')
    })
    noteServerTime(response)
    if (response.ok) return (await response.json().catch(broken)) as PublicEnvelope<Name>
    if (response.status === 404) throw new AskFailure('missing')
    if (response.status === 400) throw new AskFailure('refused')
    if (response.status !== 429 && response.status !== 503) throw new AskFailure('broken')
    if (tries === TRIES_MAX) throw new AskFailure('busy')
    await wait(waitMs(response, tries), signal)
  }
}

let aheadMs = 0

/** The time of the server in Unix milliseconds, by its last answer: clocks of readers are wrong. Whole seconds are exact. */
export function serverNowMs(): number {
  return Date.now() + aheadMs
}

function noteServerTime(response: Response): void {
  // What a cache kept says the time of then.
  if (response.headers.get('age') !== null) return
  const saidMs = Date.parse(response.headers.get('date') ?? '')
  // A difference of a second or two is the way there and the rounding.
  const differenceMs = saidMs - Date.now()
  if (Number.isFinite(differenceMs)) aheadMs = Math.abs(differenceMs) < 2_000 ? 0 : differenceMs
}

function broken(): never {
  throw new AskFailure('broken')
}

function waitMs(response: Response, tries: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? tries)
  return Math.min(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, WAIT_MS_MAX)
}

/** Waits; rejects as soon as the signal is aborted. */
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
