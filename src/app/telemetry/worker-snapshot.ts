import type { ServiceState } from './service-state.ts'
import type { Metric } from '../../platform/telemetry/metrics/sample.ts'

/** State and metrics of a node at one moment, as plain values. */
export interface WorkerSnapshot {
  readonly state: ServiceState
  readonly metrics: readonly Metric[]
  /** The state and the metrics in one object, for JSON. */
  readonly status: object
}
