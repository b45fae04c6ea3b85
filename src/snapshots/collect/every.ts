import type { Clock } from '../../domain/clock.ts'
import { wait } from '../../domain/wait.ts'

/** What a task that is done again and again needs. */
export interface EveryOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds from the end of one time to the beginning of the next. */
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** Hears of the first of several failures in a row. */
  readonly onFailure: (error: unknown) => void
}

/** Does something now, and again and again until the signal aborts; what fails is tried again at its next time. */
export async function every(
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
