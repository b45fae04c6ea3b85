import type { Clock } from '../../time/clock.ts'
import type { ObservationOf, ObservationRules, Observe } from '../define-observations.ts'
import { watchEventLoop } from '../watch-event-loop.ts'
import { readProcess, watchGarbageCollections } from '../watch-process.ts'
import { countObservations } from './count-observations.ts'
import { createCounts, labelled, type Count } from './counters.ts'
import type { CounterFamily, Family, Gauge, GaugeReading } from './family.ts'
import { gcDurations, type RuntimeState } from './runtime-metrics.ts'
import type { Metric } from './sample.ts'
import type { Series } from './series.ts'

/** Options of {@link createMetrics}. */
export interface MetricsOptions<Rules extends ObservationRules> {
  readonly clock: Clock
  readonly rules: Rules
  /** All metrics, in the order in which they are listed. */
  readonly families: readonly Family[]
  /** Values of the label `operation`; any other operation is counted as `other`. */
  readonly operations: readonly string[]
}

/** Readings of gauges, by metric name. */
export type GaugeReadings = ReadonlyMap<string, GaugeReading>

/** All metrics of this process. */
export interface Metrics<Rules extends ObservationRules> {
  /** Counts observations. */
  readonly observe: Observe<ObservationOf<Rules>>
  /** Returns the state of the event loop and of the process. */
  readRuntime(): RuntimeState
  /** Returns every metric: counters and histograms as counted so far, gauges as given. */
  read(gauges: GaugeReadings): readonly Metric[]
  /** Returns the series of a counter. */
  readonly counter: (family: CounterFamily) => Series<Count>
  /** Stops observing the runtime. */
  close(): void
}

/** Creates the metrics and starts observing the runtime. */
export function createMetrics<const Rules extends ObservationRules>({
  clock,
  rules,
  families,
  operations,
}: MetricsOptions<Rules>): Metrics<Rules> {
  const counts = createCounts(families, operations)
  const eventLoop = watchEventLoop(clock)
  const collections = counts.histogram(gcDurations)
  const endCollections = watchGarbageCollections((kind, seconds) =>
    collections.at(kind).add(seconds),
  )
  return {
    observe: countObservations(rules, counts),
    counter: counts.counter,
    readRuntime: () => ({ eventLoop: eventLoop.read(), process: readProcess(clock.nowMs()) }),
    read: (gauges) =>
      families.map((family) => {
        const { name, kind, help } = family
        const reading = gauges.get(name)
        if (reading === undefined || kind === 'histogram') return counts.read(family)
        const samples = reading.map(([values, value]) => ({
          labels: labelled(family, values),
          value,
        }))
        return { name, kind, help, samples }
      }),
    close: () => {
      eventLoop.close()
      endCollections()
    },
  }
}

/** Reads gauges from a state, by metric name. */
export function readGauges<State>(
  gauges: readonly Gauge<State>[],
  state: State,
): readonly (readonly [name: string, reading: GaugeReading])[] {
  return gauges.map(({ name, read }) => [name, read(state)])
}
