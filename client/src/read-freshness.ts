import type { Clock } from './clock.ts'
import type { CacheStatus, Freshness } from './result.ts'
import type { Answer } from './transport.ts'

/** The part of a second that headers may hide. */
const ROUNDING_MS = 999

/**
 * Returns the age of a keyed response from its headers alone, because the clock of this machine may
 * be wrong; `undefined` if they do not state it. `Age` is rounded down and `Date` up, so each gives
 * a bound; the time since the response arrived is added.
 */
export function readFreshness(
  { headers, receivedAtMs }: Answer,
  clock: Clock,
): Freshness | undefined {
  const fetchedAtMs = readCount(headers.get('x-fetched-at'))
  const ageS = readCount(headers.get('age'))
  if (fetchedAtMs === undefined || ageS === undefined) return undefined
  const status = headers.get('cache-status') ?? ''
  const cacheStatus = readCacheStatus(status)
  const sinceMs = clock.nowMs() - receivedAtMs
  const leastMs = ageS * 1_000
  // A proxy may have replaced Date.
  const byDateMs = Date.parse(headers.get('date') ?? '') - fetchedAtMs
  const agedMs = Math.max(
    leastMs,
    Math.min(leastMs + ROUNDING_MS, byDateMs >= 0 ? byDateMs : Infinity),
  )
  const ttlMs = Number(/\bbackline\b[^,]*;\s*ttl=(\d{1,9})/.exec(status)?.[1] ?? 0) * 1_000
  return {
    fetchedAt: new Date(fetchedAtMs),
    fetchedAtMs,
    ageMs: Math.round(agedMs + sinceMs),
    cached: cacheStatus === 'hit',
    cacheStatus,
    freshForMs: Math.max(0, Math.round(ttlMs - sinceMs)),
  }
}

/** Returns the freshness of joined responses: that of the oldest. */
export function joinFreshness(parts: readonly [Freshness, ...Freshness[]]): Freshness {
  const fetchedAtMs = Math.min(...parts.map((part) => part.fetchedAtMs))
  return {
    fetchedAt: new Date(fetchedAtMs),
    fetchedAtMs,
    ageMs: Math.max(...parts.map(({ ageMs }) => ageMs)),
    cached: parts.some(({ cached }) => cached),
    cacheStatus: parts[0].cacheStatus,
    freshForMs: Math.min(...parts.map(({ freshForMs }) => freshForMs)),
  }
}

/** Returns what the server's cache did; `undefined` if it has none for the operation. */
export function readCacheStatus(status: string): CacheStatus | undefined {
  const [, word, forwarded] = /\bbackline;\s*(hit\b|fwd=(\w+))/.exec(status) ?? []
  return (forwarded ?? word) as CacheStatus | undefined
}

/** Returns a header with a count, or `undefined`. */
export function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
