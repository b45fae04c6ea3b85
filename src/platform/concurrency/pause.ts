import type { Clock } from '../time/clock.ts'

/** Resolves after `delayMs` milliseconds, and never synchronously. */
export function pause(clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(delayMs, resolve)
  return promise
}
