import type { HistoryStore } from '../../history-store.ts'
import type { ObserveHistory } from '../../observations.ts'
import { ServiceError } from '../../../platform/http/errors/service-error.ts'

/**
 * Wraps a history store to observe once when it becomes unavailable and once when it is back.
 * Passes results and errors through.
 */
export function observeHistory(store: HistoryStore, observe: ObserveHistory): HistoryStore {
  let isDown = false
  const say = (state: 'away' | 'back', error?: unknown) => {
    if (isDown === (state === 'away')) return
    isDown = !isDown
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

/** Returns whether an error means only that the store is unavailable. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable'
}

/**
 * Observes a failure of work on the history as a fault, unless the store is unavailable, which
 * {@link observeHistory} reports.
 */
export function observeFailure(observe: ObserveHistory, error: unknown): void {
  if (!isUnavailable(error)) observe({ type: 'fault', where: 'collector', error })
}
