import type { AlignedRank, AlignedRun } from './align-runs.ts'
import type { AnalogModel } from './analog-models.ts'
import type { Similarity } from './similarity.ts'

/** The error of the estimate of a past run from the other past runs. */
export interface PastError {
  readonly rank: number
  /** Start of the run, which identifies it. */
  readonly startsAtMs: number
  /** Logarithm of the true growth minus that of the estimated one; see {@link growthLog}. */
  readonly growthError: number
  /** Estimated over true result, minus 1. */
  readonly resultError: number
}

/**
 * Smallest growth that logarithms distinguish, as a share of the points, because zero growth has no
 * logarithm.
 */
const GROWTH_UNIT = 0.002

/** Returns the logarithm of a growth, in units that scale with the points. */
function growthLog({ points }: AlignedRank, growth: number): number {
  return Math.log(Math.max(0, growth) + GROWTH_UNIT * points)
}

/** Returns the growth of a logarithm; at least 0. */
export function growthOfLog({ points }: AlignedRank, log: number): number {
  return Math.max(0, Math.exp(log) - GROWTH_UNIT * points)
}

/** Options of {@link AnalogEstimator}. */
export interface AnalogEstimatorOptions {
  readonly model: AnalogModel
  /** The past runs at the phase of the estimates. */
  readonly past: readonly AlignedRun[]
  readonly similarity: Similarity
}

/** Estimates the growth of runs from past runs. */
export class AnalogEstimator {
  readonly #model: AnalogModel
  readonly #past: readonly AlignedRun[]
  readonly #similarity: Similarity
  /** By rank: the trait of each past run; NaN where unknown. */
  readonly #traits = new Map<number, Float64Array>()

  constructor({ model, past, similarity }: AnalogEstimatorOptions) {
    this.#model = model
    this.#past = past
    this.#similarity = similarity
  }

  /**
   * Creates the estimate of one run from the others: returns the logarithm of the growth of a rank,
   * NaN when no past run says anything.
   */
  estimateOf(run: AlignedRun): (rank: number) => number {
    const weights = this.#past.map((other) => (other === run ? 0 : this.#similarity(run, other)))
    return (rank) => {
      const now = run.ranks.get(rank)
      if (now === undefined) return Number.NaN
      let [sum, whole] = [0, 0]
      for (const [at, trait] of this.#traitsOf(rank).entries()) {
        const weight = weights[at] ?? 0
        if (!Number.isFinite(trait)) continue
        sum += weight * trait
        whole += weight
      }
      return growthLog(now, this.#model.growthOf(now, sum / whole))
    }
  }

  /** Returns the errors of leave-one-out estimates of all past runs. */
  errors(): readonly PastError[] {
    return this.#past.flatMap((run) => {
      const estimate = this.estimateOf(run)
      return [...run.ranks].flatMap(([rank, now]) => {
        const log = estimate(rank)
        const { points, result } = now
        if (!(result >= points) || !Number.isFinite(log)) return []
        const growthError = growthLog(now, result - points) - log
        const resultError = (points + growthOfLog(now, log)) / result - 1
        return [{ rank, startsAtMs: run.startsAtMs, growthError, resultError }]
      })
    })
  }

  #traitsOf(rank: number): Float64Array {
    let traits = this.#traits.get(rank)
    if (traits === undefined) {
      traits = Float64Array.from(this.#past, ({ ranks }) => {
        const past = ranks.get(rank)
        return past === undefined ? Number.NaN : this.#model.traitOf(past)
      })
      this.#traits.set(rank, traits)
    }
    return traits
  }
}
