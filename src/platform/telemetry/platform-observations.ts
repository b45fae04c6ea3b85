import { observation, type ObservationOf } from './define-observations.ts'
import { logStoreChange, throttled, toError, type StoreChange } from './log-rules.ts'
import { counter } from './metrics/family.ts'
import { STORES, type StoreName } from './store-state.ts'

/** The label `store`. */
export const STORE = { kind: 'store', values: STORES }

/** Lines of faults a minute: while a store is down, each request may cause one, with a stack. */
const FAULTS = { name: 'faults', linesMax: 120 }

/** Observations of the platform, which every product may report. */
export const platformObservations = {
  /** An internal fault, or one of a dependency. The client sees only `unavailable`. */
  fault: observation<{
    readonly requestId?: string
    readonly where: string
    readonly error: unknown
  }>()({
    log: ({ error, ...fields }, { sample }) => {
      const times = sample(FAULTS, fields.where)
      if (times === undefined) return undefined
      return {
        level: 'error',
        fields: { ...fields, times: times === 1 ? undefined : times },
        error: toError(error) ?? new Error('The thrown value is undefined.'),
      }
    },
    counter: counter(
      'backline_faults_total',
      'Internal faults and faults of dependencies; the log has the reason of each.',
    ),
  }),
  /** A shared store stopped responding, or responds again. */
  'store.changed': observation<StoreChange & { readonly store: StoreName }>()({
    log: logStoreChange,
    metrics: {
      changes: counter(
        'backline_store_changes_total',
        'Changes of a store to unavailable (away) and available (back).',
        { store: STORE, state: { kind: 'storeState', values: ['away', 'back'] } },
      ),
    },
    count:
      ({ changes }) =>
      ({ store, state }) =>
        void (changes.at(store, state).value += 1),
  }),
  /** A connection was closed on arrival: the maximum is open. */
  'connection.refused': observation()({
    log: throttled(),
    counter: counter(
      'backline_connections_refused_total',
      'Connections closed at once because the maximum was open.',
    ),
  }),
}

/** An observation of the platform. */
export type PlatformObservation = ObservationOf<typeof platformObservations>

/** An internal fault, or one of a dependency. */
export type Fault = Extract<PlatformObservation, { readonly type: 'fault' }>

/** A shared store stopped responding, or responds again. */
export type StoreChanged = Extract<PlatformObservation, { readonly type: 'store.changed' }>
