import type { Clock } from '../time/clock.ts'

/**
 * Waits `delayMs` milliseconds of monotonic time and resolves with true. Resolves with false as
 * soon as the signal aborts.
 */
export function wait(
  clock: Pick<Clock, 'after'>,
  delayMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = () => {
    cancel()
    resolve(false)
  }
  const cancel = clock.after(delayMs, () => {
    signal.removeEventListener('abort', stop)
    resolve(true)
  })
  signal.addEventListener('abort', stop, { once: true })
  return promise
}
