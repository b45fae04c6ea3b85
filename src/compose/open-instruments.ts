import type { Config } from '../config.ts'
import { OPERATION_IDS } from '../contract/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../contract/public/public-operations.ts'
import type { Observe } from '../domain/observation.ts'
import { REGIONS } from '../domain/region.ts'
import type { BeginTrace } from '../domain/trace.ts'
import { createHealth, type Health } from '../observe/create-health.ts'
import { createMetrics, type Metrics } from '../observe/metrics/create-metrics.ts'
import { openTracing } from './open-tracing.ts'
import type { World } from './world.ts'

/** What a process is observed with. */
export interface Instruments {
  /** Takes what is noticed to everyone who makes something of it: the log, the metrics, the health. */
  readonly observe: Observe
  readonly health: Health
  readonly metrics: Metrics
  readonly beginTrace: BeginTrace
  close(): void
}

/** What else requests are counted as, besides the operations of the table. */
const OTHER_OPERATIONS = ['developer.quota', 'docs', 'oembed', 'openapi', 'status', 'tracker']

/** Makes the instruments of one process. */
export async function openInstruments(
  { gateways }: Config,
  { clock, observe: log }: World,
): Promise<Instruments> {
  const health = createHealth(
    REGIONS.filter((region) => !gateways || gateways[region]),
    clock,
  )
  const operations = [...OPERATION_IDS, ...PUBLIC_OPERATION_IDS, ...OTHER_OPERATIONS]
  const beginTrace = await openTracing(clock)
  const metrics = createMetrics({ clock, operations, health })
  return {
    observe: (observation) => {
      metrics.observe(observation)
      health.observe(observation)
      log(observation)
    },
    health,
    metrics,
    beginTrace,
    close: () => metrics.close(),
  }
}
