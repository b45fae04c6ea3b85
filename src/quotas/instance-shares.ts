import type { QuotaLimits } from './quota.ts'

/** How long a registration lasts without renewal. Milliseconds. */
export const INSTANCE_TTL_MS = 30_000

/** Live instances of one developer, at most. */
export const INSTANCES_MAX = 64

/** How often a settled instance renews: three times within its lifetime. Milliseconds. */
const RENEW_MS = 10_000

/** How often an instance renews while the division settles. Milliseconds. */
const SETTLING_RENEW_MS = 1_000

/**
 * How long a division settles after an instance has joined: the longest pause between two renewals,
 * and 2 s for a slow one. Milliseconds.
 */
export const SETTLE_MS = RENEW_MS + 2_000

/** The place of one instance among the live instances of its developer. */
export interface InstancePlace {
  /** From 1, in the order of the instances' names. */
  readonly position: number
  /** The number of live instances. */
  readonly count: number
  /**
   * Milliseconds until every other instance has renewed since the last one joined: until then, some
   * may still use larger shares. 0: all of them know this division.
   */
  readonly settlesInMs: number
}

/** Rejection of an instance: its developer has {@link INSTANCES_MAX} others. */
export interface InstancesFull {
  /** Milliseconds until the registration that expires first does so. */
  readonly freesInMs: number
}

/** Returns the pause before the next renewal. Milliseconds. */
export function renewAfterMs({ settlesInMs }: Pick<InstancePlace, 'settlesInMs'>): number {
  return settlesInMs > 0 ? SETTLING_RENEW_MS : RENEW_MS
}

/**
 * Returns the part of the limits at a place. The parts of all places add up to the limits exactly;
 * the first places have what division leaves over. A part is 0 where a limit is below the count.
 */
export function shareOf(
  limits: QuotaLimits,
  { position, count }: Pick<InstancePlace, 'position' | 'count'>,
): QuotaLimits {
  const partOf = (limit: number) => Math.floor(limit / count) + (position <= limit % count ? 1 : 0)
  return {
    minute: partOf(limits.minute),
    day: partOf(limits.day),
    concurrency: partOf(limits.concurrency),
  }
}
