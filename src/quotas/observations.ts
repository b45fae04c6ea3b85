import {
  observation,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import { logged, throttled } from '../platform/telemetry/log-rules.ts'
import { counter } from '../platform/telemetry/metrics/family.ts'
import type { Fault, StoreChanged } from '../platform/telemetry/platform-observations.ts'

/** Observations of the quota stores. */
export const quotaObservations = {
  /** A take had no reply: the request was rejected, and may have been charged. */
  'quota.outcome_unknown': observation()({
    log: throttled(),
    counter: counter(
      'backline_quota_outcomes_unknown_total',
      'Attempts without a reply of the quota store: rejected with 503, and possibly charged.',
    ),
  }),
  /** The store had lower counts than this node has seen: it lost some. They were raised. */
  'quota.counts_raised': observation()({
    log: throttled(),
    counter: counter(
      'backline_quota_counts_raised_total',
      'How often the quota store had lost counts and this node restored what it had seen.',
    ),
  }),
  /** A damaged slot of the quota file was dropped: its developer starts at zero. */
  'quota.slot_dropped': observation<{ readonly slot: number }>()({
    log: logged('error', 'A damaged quota slot was dropped; its developer starts at zero.'),
    counter: counter(
      'backline_quota_slots_dropped_total',
      'Damaged slots of the quota file; their developers start at zero.',
    ),
  }),
  /** This node wrote the counts that it had seen back to a store that may have lost them. */
  'quota.counts_pushed': observation<{ readonly developers: number; readonly ms: number }>()({
    log: logged('warn'),
  }),
  /** A quota server was connected: its product, and warnings about its configuration. */
  'quota.store_checked': observation<{
    readonly product: 'valkey' | 'redis'
    readonly version: string
    readonly cluster: boolean
    readonly warnings: readonly string[]
  }>()({
    log: (checked) => ({
      level: checked.warnings.length > 0 ? 'warn' : 'info',
      fields: { ...checked },
    }),
  }),
  /** Another node took the accounts database, so this one admits no request; or released it. */
  'accounts.owned': observation<{ readonly owned: boolean }>()({
    log: (change) =>
      change.owned
        ? { level: 'info', fields: { ...change } }
        : {
            level: 'error',
            fields: { ...change },
            message:
              'Another node serves from the same database, so this one rejects all requests; set BACKLINE_VALKEY_URL for both.',
          },
  }),
}

/** An observation of the quota stores. */
export type QuotaObservation = ObservationOf<typeof quotaObservations> | Fault | StoreChanged

/** Receives observations of the quota stores. */
export type ObserveQuotas = Observe<QuotaObservation>
