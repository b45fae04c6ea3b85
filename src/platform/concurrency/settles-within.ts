import type { Clock } from '../time/clock.ts'

/**
 * Waits for `work`, at most `withinMs` milliseconds. Resolves with whether it settled in time;
 * rejects with its error when it rejects in time. The work itself continues, and no timer is left
 * behind.
 */
export async function settlesWithin(
  clock: Pick<Clock, 'after'>,
  withinMs: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(withinMs, () => resolve(false))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    cancel()
  }
}
