import type { HistoryStore } from '../../domain/history-store.ts'
import { atSpeed } from '../collect/collector-settings.ts'

/** A store whose watches say how often they are read in wall time, which is what clients wait by. */
export function withPacedWatches(store: HistoryStore, speed: number): HistoryStore {
  if (speed === 1) return store
  return {
    ...store,
    watches: async () =>
      (await store.watches()).map((state) => {
        const cadenceMs = atSpeed(state.watch.cadenceMs, speed)
        return { ...state, watch: { ...state.watch, cadenceMs } }
      }),
  }
}
