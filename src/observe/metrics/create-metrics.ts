import type { Clock } from '../../domain/clock.ts'
import type { Observe } from '../../domain/observation.ts'
import type { Region } from '../../domain/region.ts'
import type { ServiceState } from '../../domain/service-state.ts'
import type { Health } from '../create-health.ts'
import { watchEventLoop } from '../watch-event-loop.ts'
import { readProcess, watchGarbageCollections } from '../watch-process.ts'
import { countObservations } from './count-observations.ts'
import { createCounts, labelled, type Counts } from './create-counts.ts'
import { FAMILY_BY_NAME, type MetricName } from './families.ts'
import { readGauges, type Moment } from './read-gauges.ts'
import type { Metric } from './sample.ts'

/** What metrics are made of. */
export interface MetricsSettings {
  readonly clock: Clock
  /** Everything that an observation may name as its operation; anything else is counted as `other`. */
  readonly operations: readonly string[]
  readonly health: Pick<Health, 'clockAheadMs'>
}

/** All metrics of this process. */
export interface Metrics {
  /** Counts what is observed. */
  readonly observe: Observe
  /** What can only be read, now. */
  moment(service: ServiceState): Moment
  /** Every metric, as it is at that moment. */
  read(moment: Moment): readonly Metric[]
  /** How the calls of the gateway of a region have ended so far, without those outcomes that never came. */
  gatewayCalls(region: Region): {
    readonly sinceMs: number
    readonly outcomes: readonly { readonly outcome: string; readonly calls: number }[]
  }
  /** Stops looking at the process. */
  close(): void
}

/** Begins to count and to look at the process. */
export function createMetrics({ clock, operations, health }: MetricsSettings): Metrics {
  const counts = createCounts(operations)
  const sinceMs = clock.nowMs()
  const eventLoop = watchEventLoop(clock)
  const collections = counts.histogram('nodejs_gc_duration_seconds')
  const endCollections = watchGarbageCollections((kind, seconds) =>
    collections.at(kind).add(seconds),
  )
  return {
    observe: countObservations(counts),
    moment: (service) => ({
      service,
      eventLoop: eventLoop.read(),
      process: readProcess(clock.nowMs()),
      clockAheadMs: health.clockAheadMs,
    }),
    read: (moment) => {
      const gauges = readGauges(moment)
      return (Object.keys(FAMILY_BY_NAME) as MetricName[]).map((name) => {
        const reading = gauges[name]
        const { kind, help } = FAMILY_BY_NAME[name]
        if (reading === undefined || kind === 'histogram') return counts.read(name)
        const samples = reading.map(([values, value]) => ({
          labels: labelled(name, values),
          value,
        }))
        return { name, kind, help, samples }
      })
    },
    gatewayCalls: (region) => ({ sinceMs, outcomes: sumOutcomes(counts, region) }),
    close: () => {
      eventLoop.close()
      endCollections()
    },
  }
}

/** The operations of a gateway are put together: who asks how it goes asks of all of them. */
function sumOutcomes(counts: Counts, region: Region) {
  const sums = new Map<string, number>()
  for (const { values, cell } of counts.counter('backline_gateway_calls_total').all()) {
    const [ofRegion, , outcome = ''] = values
    if (ofRegion === region && cell.value > 0)
      sums.set(outcome, (sums.get(outcome) ?? 0) + cell.value)
  }
  return [...sums]
    .map(([outcome, calls]) => ({ outcome, calls }))
    .sort((one, other) => other.calls - one.calls)
}
