import type { QuotaLimits, QuotaState } from '../quotas/quota.ts'

/** Rendered `RateLimit-Policy` values, cached for as long as a developer's limits are. */
const policies = new WeakMap<QuotaLimits, string>()

/**
 * Adds the fields `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers):
 * all three limits, what is remaining of them, and the seconds, rounded up, until a window resets.
 * All values are of the state that the decision was made on.
 */
export function addQuotaHeaders(
  headers: string[],
  { limits, used, minuteEndsInMs, dayEndsInMs }: QuotaState,
): void {
  headers.push(
    'RateLimit-Policy',
    policyOf(limits),
    'RateLimit',
    `"minute";r=${remaining(limits.minute, used.minute)};t=${seconds(minuteEndsInMs)}, ` +
      `"day";r=${remaining(limits.day, used.day)};t=${seconds(dayEndsInMs)}, ` +
      `"concurrency";r=${remaining(limits.concurrency, used.concurrency)}`,
  )
}

function policyOf(limits: QuotaLimits): string {
  let policy = policies.get(limits)
  if (policy === undefined) {
    policy =
      `"minute";q=${limits.minute};w=60, "day";q=${limits.day};w=86400, ` +
      `"concurrency";q=${limits.concurrency};qu="concurrent-requests"`
    policies.set(limits, policy)
  }
  return policy
}

/** Returns what is remaining of a limit, at least 0. */
export function remaining(limit: number, used: number): number {
  return Math.max(0, limit - used)
}

/** Returns whole seconds, rounded up: a client that waits that long is not early. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1_000)
}
