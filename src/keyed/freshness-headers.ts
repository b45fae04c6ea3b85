import type { Answer } from './flow-values.ts'

/**
 * Adds the origin and age of the data: `X-Fetched-At` (Unix ms of the original fetch), `Age` (whole
 * seconds) and `Cache-Status` (RFC 9211). The fetch time is never ahead of `nowMs` (Unix ms);
 * headers named in `aliases` repeat it.
 */
export function addFreshnessHeaders(
  headers: string[],
  { fetchedAtMs, cache }: Pick<Answer, 'fetchedAtMs' | 'cache'>,
  nowMs: number,
  aliases: readonly string[] = [],
): void {
  const fetchedMs = Math.min(fetchedAtMs, nowMs)
  headers.push(
    'X-Fetched-At',
    String(fetchedMs),
    'Age',
    String(Math.floor((nowMs - fetchedMs) / 1_000)),
    'Cache-Status',
    cacheStatus(cache),
  )
  for (const alias of aliases) headers.push(alias, String(fetchedMs))
}

function cacheStatus(cache: Answer['cache']): string {
  if (cache.result === 'hit') return `backline; hit; ttl=${wholeSeconds(cache.leftMs)}`
  const { result, coalesced, keptMs } = cache
  const stored = keptMs > 0 ? `; stored; ttl=${wholeSeconds(keptMs)}` : ''
  return `backline; fwd=${result}${stored}${coalesced ? '; collapsed' : ''}`
}

/** Returns whole seconds, rounded down: a client that waits that long gets newer data. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000)
}
