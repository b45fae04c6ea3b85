import type { Clock } from './clock.ts'
import type { Freshness } from './result.ts'
import type { Answer } from './send-request.ts'

/** What a second of the headers may hide. */
const ROUNDING_MS = 999

/**
 * Reads how old an answer is, from its headers alone: the clock of this machine may be wrong.
 * `undefined` when they do not say it. `Age` is rounded down and `Date` is rounded up, so each
 * gives a bound; the time since the answer came is added.
 */
export function readFreshness(
  { headers, receivedAtMs }: Answer,
  clock: Clock,
): Freshness | undefined {
  const fetchedMs = readCount(headers.get('x-fetched-at'))
  const ageS = readCount(headers.get('age'))
  if (fetchedMs === undefined || ageS === undefined) return undefined
  const status = headers.get('cache-status') ?? ''
  const sinceMs = clock.nowMs() - receivedAtMs
  const leastMs = ageS * 1_000
  // A proxy may have put a Date of its own there.
  const byDateMs = Date.parse(headers.get('date') ?? '') - fetchedMs
  const agedMs = Math.max(
    leastMs,
    Math.min(leastMs + ROUNDING_MS, byDateMs >= 0 ? byDateMs : Infinity),
  )
  const ttlMs = Number(/\bbackline\b[^,]*;\s*ttl=(\d{1,9})/.exec(status)?.[1] ?? 0) * 1_000
  return {
    fetchedAt: new Date(fetchedMs),
    ageMs: Math.round(agedMs + sinceMs),
    cached: /\bbackline;\s*hit\b/.test(status),
    freshForMs: Math.max(0, Math.round(ttlMs - sinceMs)),
  }
}

/** The freshness of several answers that are joined: as old as the oldest of them. */
export function joinFreshness(parts: readonly Freshness[]): Freshness {
  return {
    fetchedAt: new Date(Math.min(...parts.map(({ fetchedAt }) => fetchedAt.getTime()))),
    ageMs: Math.max(...parts.map(({ ageMs }) => ageMs)),
    cached: parts.some(({ cached }) => cached),
    freshForMs: Math.min(...parts.map(({ freshForMs }) => freshForMs)),
  }
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
