import type {
  Families,
  ObservationOf,
  ObservationRules,
  Observe,
  SeriesOf,
} from '../define-observations.ts'
import type { Counts } from './counters.ts'

/**
 * Creates the function that updates counters and histograms from the observations that `rules`
 * declare. Nothing else updates them. Finds each rule by one map lookup.
 */
export function countObservations<const Rules extends ObservationRules>(
  rules: Rules,
  counts: Counts,
): Observe<ObservationOf<Rules>> {
  const counters = new Map(
    Object.entries(rules).flatMap(([type, { families, createCount }]) => {
      const series = Object.entries(families).map(
        ([name, family]) =>
          [
            name,
            family.kind === 'counter' ? counts.counter(family) : counts.histogram(family),
          ] as const,
      )
      return createCount === undefined
        ? []
        : [[type, createCount(Object.fromEntries(series) as SeriesOf<Families>)] as const]
    }),
  )
  return (observation) => counters.get(observation.type)?.(observation)
}
