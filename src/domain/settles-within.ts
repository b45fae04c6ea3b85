import type { Clock } from './clock.ts'

/**
 * Waits for some work, but no longer than `withinMs` milliseconds. Resolves with whether it was done by then; rejects
 * with what the work rejects with by then. The work itself goes on, and no timer is left behind.
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
