import type { LimitState, Limits } from './result.ts'

/** The state of one limit in a response. */
export interface LimitSample {
  readonly limit: number
  /** Absent in responses that shared caches may store. */
  readonly left: number | undefined
  /** Length of its window in milliseconds; `undefined` for a limit without a window. */
  readonly lengthMs: number | undefined
  /** Milliseconds until the window ends, at most; absent like `left`. */
  readonly endsInMs: number | undefined
}

/** The state of each limit in a response, by its name. */
export type LimitSamples = ReadonlyMap<string, LimitSample>

/**
 * Reads `RateLimit-Policy` and `RateLimit` (docs/limits.md). Returns `undefined` if they are
 * absent, because the request was not counted, or unreadable.
 */
export function readLimits(headers: Headers): LimitSamples | undefined {
  const state = headers.get('ratelimit') ?? ''
  const samples = new Map<string, LimitSample>()
  for (const [, name = '', policy = ''] of (headers.get('ratelimit-policy') ?? '').matchAll(ITEM)) {
    const item = [...state.matchAll(ITEM)].find(([, other]) => other === name)?.[2] ?? ''
    const limit = read(policy, 'q')
    if (limit === undefined) continue
    const [lengthS, endsInS] = [read(policy, 'w'), read(item, 't')]
    samples.set(name, {
      limit,
      left: read(item, 'r'),
      lengthMs: lengthS === undefined ? undefined : lengthS * 1_000,
      endsInMs: endsInS === undefined ? undefined : endsInS * 1_000,
    })
  }
  return samples.size === 0 ? undefined : samples
}

/** Returns the limits for the caller. Without a remainder it is `undefined`. */
export function publishLimits(samples: LimitSamples | undefined): Limits {
  const states = [...(samples ?? [])].map(
    ([name, { limit, left, endsInMs }]): [string, LimitState] => [
      name,
      { limit, remaining: left, resetsInMs: endsInMs },
    ],
  )
  return Object.fromEntries(states)
}

/**
 * An item of a structured field such as `"minute";r=299;t=31, "day";r=49999`: its name and its
 * parameters.
 */
const ITEM = /"(\w+)"([^,]*)/g

function read(parameters: string, name: string): number | undefined {
  const digits = new RegExp(`;\\s*${name}=(\\d{1,15})`).exec(parameters)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
