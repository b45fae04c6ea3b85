import type { Clock } from '../time/clock.ts'
import { onAbort } from './abort.ts'

/**
 * Waits `delayMs` milliseconds of monotonic time and resolves with true, never synchronously.
 * Resolves with false as soon as the signal aborts.
 */
export function wait(
  clock: Pick<Clock, 'after'>,
  delayMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(delayMs, () => {
    stopListening?.()
    resolve(true)
  })
  const stopListening =
    signal &&
    onAbort(signal, () => {
      cancel()
      resolve(false)
    })
  return promise
}
