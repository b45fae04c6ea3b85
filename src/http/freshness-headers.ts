import type { Answer } from '../contract/flow-values.ts'

/** Milliseconds by which the wall clock and the monotonic one may come apart without a step. */
const STEP_MS = 1_000

/**
 * Adds where the data of an answer comes from and how old it is: `X-Fetched-At` (Unix ms of the original fetch), `Age`
 * (whole seconds) and `Cache-Status` (RFC 9211). When the wall clock has stepped back since, the fetch time is told by
 * the clock as it is now: never ahead of it, and the same for as long as the answer is given.
 */
export function addFreshnessHeaders(
  headers: string[],
  { fetchedAtMs, ageMs, cache }: Pick<Answer, 'fetchedAtMs' | 'ageMs' | 'cache'>,
  nowMs: number,
): void {
  const hasSteppedBack = fetchedAtMs + ageMs > nowMs + STEP_MS
  const fetchedMs = hasSteppedBack ? Math.floor(nowMs - ageMs) : Math.min(fetchedAtMs, nowMs)
  headers.push(
    'X-Fetched-At',
    String(fetchedMs),
    'Age',
    String(Math.floor((nowMs - fetchedMs) / 1_000)),
    'Cache-Status',
    cacheStatus(cache),
  )
}

function cacheStatus(cache: Answer['cache']): string {
  if (cache.result === 'hit') return `backline; hit; ttl=${wholeSeconds(cache.leftMs)}`
  const { result, joined, keptMs } = cache
  const stored = keptMs > 0 ? `; stored; ttl=${wholeSeconds(keptMs)}` : ''
  return `backline; fwd=${result}${stored}${joined ? '; collapsed' : ''}`
}

/** Never more than there are: whoever waits so long gets something newer. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000)
}
