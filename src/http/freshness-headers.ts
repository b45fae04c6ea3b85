import type { Answer } from '../contract/flow-values.ts'

/**
 * Where the data of an answer comes from and how old it is: `X-Fetched-At` (Unix ms of the original fetch), `Age`
 * (whole seconds) and `Cache-Status` (RFC 9211). A fetch time ahead of our clock, which may have stepped back since, is
 * cut to it.
 */
export function freshnessHeaders(
  { fetchedAtMs, cache }: Pick<Answer, 'fetchedAtMs' | 'cache'>,
  nowMs: number,
): string[] {
  const fetchedMs = Math.min(fetchedAtMs, nowMs)
  return [
    'X-Fetched-At',
    String(fetchedMs),
    'Age',
    String(Math.floor((nowMs - fetchedMs) / 1_000)),
    'Cache-Status',
    cacheStatus(cache),
  ]
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
