import type { QuotaDecision, QuotaState } from '../domain/quota.ts'

/**
 * The fields `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers): all three limits, what
 * is left of them, and whole seconds, rounded up, until a window starts anew. Everything is of the one state the
 * decision was made on.
 */
export function quotaHeaders({ limits, used, minuteEndsInMs, dayEndsInMs }: QuotaState): string[] {
  const left = (name: keyof typeof limits) => Math.max(0, limits[name] - used[name])
  return [
    'RateLimit-Policy',
    `"minute";q=${limits.minute};w=60, "day";q=${limits.day};w=86400, ` +
      `"concurrency";q=${limits.concurrency};qu="concurrent-requests"`,
    'RateLimit',
    `"minute";r=${left('minute')};t=${seconds(minuteEndsInMs)}, ` +
      `"day";r=${left('day')};t=${seconds(dayEndsInMs)}, "concurrency";r=${left('concurrency')}`,
  ]
}

/**
 * Whole seconds after which a refused attempt makes sense again: never before the last refusing window ends. Nobody
 * knows when a place of the concurrency limit comes free; a second is the shortest wait the header can say.
 */
export function retryAfterS({ violated, state }: QuotaDecision): number {
  const waits = { minute: state.minuteEndsInMs, day: state.dayEndsInMs, concurrency: 1_000 }
  return Math.max(1, ...violated.map((name) => seconds(waits[name])))
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000)
}
