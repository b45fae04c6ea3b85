import type { Clock } from '../../../platform/time/clock.ts'
import type { HistoryStore } from '../../history-store.ts'

/** Options of the public handlers. They have the store and no access to the game. */
export interface PublicHandlerOptions {
  readonly store: HistoryStore
  readonly clock: Pick<Clock, 'nowMs'>
}
