import type { QuotaLimits } from '../domain/quota.ts'

/** What one attacker is to do to one developer's quota. */
export interface Attack {
  readonly developerId: string
  readonly limits: QuotaLimits
  /** How often this attacker asks to be admitted. */
  readonly attempts: number
  /** How many of its attempts are under way at one time. */
  readonly inFlight: number
  /** Milliseconds for which it holds what it was admitted to; `undefined`: it keeps its place until it is told. */
  readonly holdMs: number | undefined
  /** Milliseconds after which it begins no more attempts. */
  readonly timeMs: number
  /** What its lease ids begin with: no two attacks may share it. */
  readonly leasePrefix: string
}

/** What one attacker has seen. */
export interface Tally {
  /** How many attempts it made; fewer than it was to when the time was over. */
  readonly attempts: number
  readonly admitted: number
  /** Attempts that the store gave no answer to: charged or not. */
  readonly unknown: number
  /** Refusals for a limit that was not used up, by what the refusal itself says. */
  readonly refusedUnderQuota: number
  /** Why the first unanswered attempt was not answered. */
  readonly problem: string | undefined
  /**
   * When each place was held, in whole milliseconds of the wall clock, as [from, to) pairs in one list. From after the
   * admission to before the release, so that what overlaps here was held at one time without a doubt.
   */
  readonly held: readonly number[]
}

/** One attacker, in this process or another. Each order is over when its promise is. */
export interface Attacker {
  attack(order: Attack, onProgress: (attempts: number) => void): Promise<Tally>
  /** Gives back every place that is still held. */
  release(): Promise<void>
  close(): Promise<void>
}
