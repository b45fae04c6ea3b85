import type { PublicLimitState } from './public-flow-values.ts'
import { remaining, seconds } from '../../keyed/quota-headers.ts'

/** Adds `RateLimit-Policy` with both limits of a network. They are the same for all clients. */
export function addPolicyHeader(headers: string[], { limits }: PublicLimitState): void {
  headers.push(
    'RateLimit-Policy',
    `"minute";q=${limits.minute};w=60, "concurrency";q=${limits.concurrency};qu="concurrent-requests"`,
  )
}

/** Adds `RateLimit-Policy` and `RateLimit` in the format of the keyed API. */
export function addLimitHeaders(headers: string[], state: PublicLimitState): void {
  const { limits, used, minuteEndsInMs } = state
  addPolicyHeader(headers, state)
  headers.push(
    'RateLimit',
    `"minute";r=${remaining(limits.minute, used.minute)};t=${seconds(minuteEndsInMs)}, ` +
      `"concurrency";r=${remaining(limits.concurrency, used.concurrency)}`,
  )
}
