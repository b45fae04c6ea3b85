let second = Number.NaN
let text = ''

/**
 * The `Date` of an answer sent at `nowMs`, rounded up to the whole second it can say: rounded down it would stand
 * before an `X-Fetched-At` of the same moment, and every client that computes an age from the two would get a
 * negative one. Its text is made once a second.
 */
export function httpDate(nowMs: number): string {
  const now = Math.ceil(nowMs / 1_000)
  if (now !== second) {
    second = now
    text = new Date(now * 1_000).toUTCString()
  }
  return text
}
