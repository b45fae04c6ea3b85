import type { HistoryStore } from '../../domain/history-store.ts'
import type { Observe } from '../../domain/observation.ts'
import { ServiceError } from '../../domain/service-error.ts'

/**
 * Observes when a store of history goes away and when it is back, once each. What is not that it is away goes on as it is.
 */
export function observeHistory(store: HistoryStore, observe: Observe): HistoryStore {
  let isAway = false
  const say = (state: 'away' | 'back', error?: unknown) => {
    if (isAway === (state === 'away')) return
    isAway = !isAway
    observe({ type: 'history.changed', state, ...(error !== undefined && { error }) })
  }
  const watched = Object.entries(store).map(([name, ask]: [string, AnyCall]) => [
    name,
    async (...given: readonly unknown[]) => {
      try {
        const answer = await ask(...given)
        say('back')
        return answer
      } catch (error) {
        if (isUnavailable(error)) say('away', error)
        throw error
      }
    },
  ])
  return Object.fromEntries(watched) as HistoryStore
}

type AnyCall = (...given: readonly unknown[]) => Promise<unknown>

/** Whether an error says no more than that the store cannot answer now. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable'
}

/** Observes a failure of work on the history as a fault, unless it is only that the store is away, which is told as such. */
export function observeFailure(observe: Observe, error: unknown): void {
  if (!isUnavailable(error)) observe({ type: 'fault', where: 'collector', error })
}
