import type { Clock } from './clock.ts'

/** Resolves after so many milliseconds, and never before other work of this process had a turn. */
export function pause(clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(delayMs, resolve)
  return promise
}
