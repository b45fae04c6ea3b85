import {
  observation,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import { logged } from '../platform/telemetry/log-rules.ts'
import type { Fault, StoreChanged } from '../platform/telemetry/platform-observations.ts'

/** Observations of the account store. */
export const accountObservations = {
  /** This process applied migrations to the account tables. */
  'accounts.migrated': observation<{ readonly migrations: readonly string[] }>()({
    log: logged('info'),
  }),
  /** A newer version has changed the account tables. This version works with them. */
  'accounts.newer': observation<{ readonly migrations: readonly string[] }>()({
    log: logged('info'),
  }),
  /** Keys were created under another pepper. They are rejected. */
  'keys.foreign_pepper': observation<{ readonly keys: number }>()({
    log: logged(
      'warn',
      'Keys in the store were created under another pepper and are rejected; check BACKLINE_KEY_PEPPER.',
    ),
  }),
}

/** An observation of the account store. */
export type AccountObservation = ObservationOf<typeof accountObservations> | Fault | StoreChanged

/** Receives observations of the account store. */
export type ObserveAccounts = Observe<AccountObservation>
