/** What an answer says of one limit. */
export interface LimitSample {
  readonly limit: number
  readonly left: number
  /**
   * The length of its window and what is left of it, in milliseconds; `undefined` for a limit
   * without a window.
   */
  readonly window: { readonly lengthMs: number; readonly endsInMs: number } | undefined
}

/** What an answer says of the limits, by their names. */
export type LimitSamples = ReadonlyMap<string, LimitSample>

/**
 * Reads `RateLimit-Policy` and `RateLimit` (docs/limits.md). `undefined` when they are not there,
 * which means that the request was not charged, or when they cannot be read.
 */
export function readLimits(headers: Headers): LimitSamples | undefined {
  const current = headers.get('ratelimit') ?? ''
  const samples = new Map<string, LimitSample>()
  for (const [, name = '', policy = ''] of (headers.get('ratelimit-policy') ?? '').matchAll(ITEM)) {
    const item = [...current.matchAll(ITEM)].find(([, other]) => other === name)?.[2] ?? ''
    const [limit, left] = [read(policy, 'q'), read(item, 'r')]
    const [lengthS, endsInS] = [read(policy, 'w'), read(item, 't')]
    if (Number.isNaN(limit + left)) continue
    const window = { lengthMs: lengthS * 1_000, endsInMs: endsInS * 1_000 }
    const hasWindow = !Number.isNaN(lengthS + endsInS)
    samples.set(name, { limit, left, window: hasWindow ? window : undefined })
  }
  return samples.size === 0 ? undefined : samples
}

/**
 * An item of a structured field such as `"minute";r=299;t=31, "day";r=49999`: its name and its
 * parameters.
 */
const ITEM = /"(\w+)"([^,]*)/g

function read(parameters: string, name: string): number {
  return Number(new RegExp(`;\\s*${name}=(\\d{1,15})`).exec(parameters)?.[1] ?? Number.NaN)
}
