import { onAbort } from './abort-listeners.ts'
import type { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'

/** How long a caller waits. */
export interface CallerLimits {
  readonly signal: AbortSignal | undefined
  /** By the clock of the client. */
  readonly deadlineAtMs: number
}

/** What shared work may know of its callers. */
export interface Callers {
  /** Aborts when the last caller has left. */
  readonly signal: AbortSignal
  /**
   * States that nothing comes before `untilMs`, because of `reason`. A caller whose deadline is
   * earlier is rejected with it at once.
   */
  readonly announce: (untilMs: number, reason: BacklineError) => void
}

interface Caller {
  readonly deadlineAtMs: number
  readonly reject: (reason: unknown) => void
}

interface Flight<Answer> {
  readonly answer: Promise<Answer>
  readonly callers: Set<Caller>
  /** The last announcement. */
  wait: { readonly untilMs: number; readonly reason: BacklineError } | undefined
  abandon(): void
}

/** Options of {@link createSingleFlight}. */
export interface SingleFlightOptions<Answer> {
  readonly clock: Clock
  readonly work: (key: string, callers: Callers) => Promise<Answer>
  /** Returns the error of a caller whose deadline has passed. */
  readonly deadlineError: (key: string) => BacklineError
}

/**
 * Joins concurrent calls for one key into one piece of work. Each caller has its own signal and
 * deadline and leaves alone; the work is aborted when the last one leaves.
 */
export function createSingleFlight<Answer>({
  clock,
  work,
  deadlineError,
}: SingleFlightOptions<Answer>): (key: string, limits: CallerLimits) => Promise<Answer> {
  const flights = new Map<string, Flight<Answer>>()

  const start = (key: string): Flight<Answer> => {
    const controller = new AbortController()
    const flight: Flight<Answer> = {
      callers: new Set(),
      wait: undefined,
      abandon: () => {
        if (flights.get(key) === flight) flights.delete(key)
        controller.abort()
      },
      // Starts after the first caller has been added.
      answer: Promise.resolve().then(() =>
        work(key, {
          signal: controller.signal,
          announce: (untilMs, reason) => {
            flight.wait = { untilMs, reason }
            for (const caller of flight.callers) rejectIfLate(flight, caller)
          },
        }),
      ),
    }
    flights.set(key, flight)
    return flight
  }

  const rejectIfLate = ({ wait }: Flight<Answer>, { deadlineAtMs, reject }: Caller) => {
    if (wait === undefined || wait.untilMs <= clock.nowMs()) return
    if (wait.untilMs > deadlineAtMs) reject(wait.reason)
  }

  return (key, { signal, deadlineAtMs }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const flight = flights.get(key) ?? start(key)
      const { callers, answer } = flight
      const leave = () => {
        cancel()
        unlisten()
        if (callers.delete(caller) && callers.size === 0) flight.abandon()
      }
      const rejectCaller = (reason: unknown) => {
        leave()
        reject(reason)
      }
      const caller: Caller = { deadlineAtMs, reject: rejectCaller }
      const cancel = clock.after(Math.max(0, deadlineAtMs - clock.nowMs()), () =>
        rejectCaller(deadlineError(key)),
      )
      const unlisten = onAbort(signal, () => rejectCaller(signal?.reason))
      callers.add(caller)
      answer.then(resolve, rejectCaller).finally(leave)
      rejectIfLate(flight, caller)
    })
}
