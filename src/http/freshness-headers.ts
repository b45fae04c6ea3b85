/**
 * Where the data of an answer comes from and how old it is: `X-Fetched-At` (Unix ms of the original fetch), `Age`
 * (whole seconds) and `Cache-Status` (RFC 9211; nothing is cached yet, so every answer bypasses). A fetch time ahead
 * of our clock is cut to it.
 */
export function freshnessHeaders(fetchedAtMs: number, nowMs: number): string[] {
  const fetchedMs = Math.min(fetchedAtMs, nowMs)
  return [
    'X-Fetched-At',
    String(fetchedMs),
    'Age',
    String(Math.floor((nowMs - fetchedMs) / 1_000)),
    'Cache-Status',
    'backline; fwd=bypass',
  ]
}
