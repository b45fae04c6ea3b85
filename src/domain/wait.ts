import type { Clock } from './clock.ts'

/** Waits for so many milliseconds of monotonic time. Resolves with false, at once, when the signal aborts before. */
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
