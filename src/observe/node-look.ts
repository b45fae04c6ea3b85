import type { ServiceState } from '../domain/service-state.ts'
import type { Metric } from './metrics/sample.ts'

/** Everything that the operator may see of a node at one moment, as plain values. */
export interface NodeLook {
  readonly state: ServiceState
  readonly metrics: readonly Metric[]
  /** The state and the metrics in one object, for JSON. */
  readonly status: object
}
