import type { Clock } from './clock.ts'
import { wait } from '../concurrency/wait.ts'

/** Options of {@link startInterval}. */
export interface EveryOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds from the end of one run to the start of the next. */
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** Called for the first of several consecutive failures. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs a task immediately and then repeatedly until the signal aborts; a failed run is retried at
 * its next time.
 */
export async function startInterval(
  { clock, pauseMs, signal, onFailure }: EveryOptions,
  task: () => Promise<void>,
): Promise<void> {
  let fails = false
  do {
    try {
      await task()
      fails = false
    } catch (error) {
      if (!fails && !signal.aborted) onFailure(error)
      fails = true
    }
  } while (await wait(clock, pauseMs, signal))
}
