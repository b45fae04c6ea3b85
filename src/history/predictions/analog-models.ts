import type { AlignedRank } from './align-runs.ts'

/**
 * Estimates the growth of a rank until the end from a trait that the same rank had in past runs at
 * the same phase.
 */
export interface AnalogModel {
  /** Returns the trait of a past run, which is averaged over runs; not finite where unknown. */
  traitOf(past: AlignedRank): number
  /** Returns the growth of a rank if its run ends with a trait. */
  growthOf(now: AlignedRank, trait: number): number
}

/**
 * Shape scaling: from here to the end, the points grow by the same factor as those of past runs
 * did.
 */
export const SHAPE_MODEL: AnalogModel = {
  traitOf: ({ result, points }) => Math.log(result / points),
  growthOf: ({ points }, trait) => points * Math.expm1(trait),
}
