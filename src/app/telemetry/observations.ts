import { accountObservations } from '../../accounts/observations.ts'
import { datasetObservations } from '../../dataset/observations.ts'
import { collectorGauges, historyObservations } from '../../history/observations.ts'
import { cacheGauges, keyedObservations } from '../../keyed/observations.ts'
import type {
  ObservationOf,
  ObservationRule,
} from '../../platform/telemetry/define-observations.ts'
import type { Family, Label } from '../../platform/telemetry/metrics/family.ts'
import { gcDurations, runtimeGauges } from '../../platform/telemetry/metrics/runtime-metrics.ts'
import { platformObservations } from '../../platform/telemetry/platform-observations.ts'
import { quotaObservations } from '../../quotas/observations.ts'
import { gatewayGauges, gatewayObservations } from '../../upstream/observations.ts'
import { usageObservations } from '../../usage/observations.ts'
import { webhookObservations } from '../../webhooks/observations.ts'
import { appObservations, serviceGauges } from './app-observations.ts'

/** The observations and gauges of every product, in the order in which metrics are listed. */
export const PRODUCTS = [
  [usageObservations, []],
  [keyedObservations, cacheGauges],
  [gatewayObservations, gatewayGauges],
  [datasetObservations, []],
  [quotaObservations, []],
  [accountObservations, []],
  [historyObservations, collectorGauges],
  [webhookObservations, []],
  [platformObservations, []],
  [appObservations, serviceGauges],
] as const satisfies readonly (readonly [
  Readonly<Record<string, ObservationRule<object>>>,
  readonly Family[],
])[]

/** The rules of all observations, by type. */
export const OBSERVATIONS = {
  ...usageObservations,
  ...keyedObservations,
  ...gatewayObservations,
  ...datasetObservations,
  ...quotaObservations,
  ...accountObservations,
  ...historyObservations,
  ...webhookObservations,
  ...platformObservations,
  ...appObservations,
}

/** Anything that the program can observe. */
export type Observation = ObservationOf<typeof OBSERVATIONS>

/** Every metric once, in the order in which they are listed. */
export const FAMILIES: readonly Family[] = [
  ...new Set([
    ...PRODUCTS.flatMap(([rules, gauges]): readonly Family[] => [
      ...Object.values<ObservationRule<object>>(rules).flatMap(({ families }) =>
        Object.values(families),
      ),
      ...gauges,
    ]),
    ...runtimeGauges,
    gcDurations,
  ]),
]

/** Every kind of label once, by name. */
export const LABELS: readonly Label[] = [
  ...new Map(
    FAMILIES.flatMap(({ labels }) => Object.values(labels)).map((label) => [label.kind, label]),
  ).values(),
].sort((one, other) => (one.kind < other.kind ? -1 : 1))
