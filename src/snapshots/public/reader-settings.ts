import type { Clock } from '../../domain/clock.ts'
import type { HistoryStore } from '../../domain/history-store.ts'

/** What public requests are answered from: the store, and nothing that could ask the game. */
export interface ReaderSettings {
  readonly store: HistoryStore
  readonly clock: Pick<Clock, 'nowMs'>
}
