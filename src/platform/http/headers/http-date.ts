let second = Number.NaN
let text = ''

/**
 * Returns the `Date` of a response sent at `nowMs`, rounded up to a whole second: rounded down it
 * would precede an `X-Fetched-At` of the same moment, and clients would compute a negative age. The
 * text is cached for a second.
 */
export function httpDate(nowMs: number): string {
  const now = Math.ceil(nowMs / 1_000)
  if (now !== second) {
    second = now
    text = new Date(now * 1_000).toUTCString()
  }
  return text
}
