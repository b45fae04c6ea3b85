import type { Family } from './family.ts'

/** One series of a counter or a gauge. */
export interface NumberSample {
  /** Label names and values. */
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One series of a histogram. */
export interface HistogramSample {
  readonly labels: Readonly<Record<string, string>>
  /** Cumulative counts of values up to each bound; values above the last are only in `count`. */
  readonly buckets: readonly { readonly le: number; readonly count: number }[]
  readonly count: number
  readonly sum: number
}

/** A metric with all its series at one moment. */
export type Metric =
  | {
      readonly name: string
      readonly kind: Exclude<Family['kind'], 'histogram'>
      readonly help: string
      readonly samples: readonly NumberSample[]
    }
  | {
      readonly name: string
      readonly kind: 'histogram'
      readonly help: string
      readonly samples: readonly HistogramSample[]
    }
