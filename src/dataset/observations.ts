import {
  observation,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import { logged } from '../platform/telemetry/log-rules.ts'
import { counter } from '../platform/telemetry/metrics/family.ts'
import type { Fault } from '../platform/telemetry/platform-observations.ts'

/** Observations of the embedded dataset. */
export const datasetObservations = {
  /** The gateway has switched to a new dataset. */
  'dataset.changed': observation()({
    log: logged('info'),
    counter: counter('backline_dataset_changes_total', 'Changes to a new dataset.'),
  }),
}

/** An observation of the embedded dataset. */
export type DatasetObservation = ObservationOf<typeof datasetObservations> | Fault

/** Receives observations of the embedded dataset. */
export type ObserveDataset = Observe<DatasetObservation>
