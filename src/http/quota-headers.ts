import type { QuotaLimits, QuotaState } from '../domain/quota.ts'

/** The texts of `RateLimit-Policy`, each made once for as long as a developer's limits are known. */
const policies = new WeakMap<QuotaLimits, string>()

/**
 * Adds the fields `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers): all three limits, what
 * is left of them, and whole seconds, rounded up, until a window starts anew. Everything is of the one state the
 * decision was made on.
 */
export function addQuotaHeaders(
  headers: string[],
  { limits, used, minuteEndsInMs, dayEndsInMs }: QuotaState,
): void {
  headers.push(
    'RateLimit-Policy',
    policyOf(limits),
    'RateLimit',
    `"minute";r=${left(limits.minute, used.minute)};t=${seconds(minuteEndsInMs)}, ` +
      `"day";r=${left(limits.day, used.day)};t=${seconds(dayEndsInMs)}, ` +
      `"concurrency";r=${left(limits.concurrency, used.concurrency)}`,
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

/** What is left of a limit. */
export function left(limit: number, used: number): number {
  return Math.max(0, limit - used)
}

/** Whole seconds, rounded up: whoever waits so long does not come too early. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1_000)
}
