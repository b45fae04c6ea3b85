import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../time/clock.ts'

/** Milliseconds that a short iteration takes at most. */
const SHORT_MS = 0.5

/** Iterations waited for at most. A saturated event loop may never have a short one. */
const ITERATIONS_MAX = 200

/**
 * Resolves after an event-loop iteration of at most {@link SHORT_MS}, or after
 * {@link ITERATIONS_MAX} longer ones. Right after a short iteration, little has queued up in the
 * kernel.
 */
export async function afterShortIteration(
  clock: Pick<Clock, 'monotonicMs'>,
  nextIteration: () => Promise<unknown> = setImmediate,
): Promise<void> {
  let startMs = clock.monotonicMs()
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration += 1) {
    await nextIteration()
    const nowMs = clock.monotonicMs()
    if (nowMs - startMs <= SHORT_MS) return
    startMs = nowMs
  }
}
