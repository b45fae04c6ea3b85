import type { Clock } from '../time/clock.ts'

/** Options of a guard. Times in milliseconds. */
export interface GuardOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Timeout of one call. */
  readonly deadlineMs: number
  /** Called when the circuit opens (with the last reason), and when it closes. */
  readonly onChange: (state: 'away' | 'back', error?: unknown) => void
}

/** A circuit breaker with a timeout for a store that may be stopped, frozen or unreachable. */
export interface StoreGuard {
  /**
   * Runs one call. Rejects with its error, or with {@link StoreUnavailable} on timeout (a late
   * result is dropped) or, immediately, while the circuit is open. A caller may pass a shorter
   * timeout.
   */
  call<Result>(make: () => Promise<Result>, deadlineMs?: number): Promise<Result>
  /** Whether the circuit is open: calls are rejected, except for probes. */
  readonly isUnavailable: boolean
}

/** The store did not reply in time, or is not called because it has not for a while. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** Consecutive failures that open the circuit. */
const FAILURES_MAX = 3

/** Milliseconds between two probes while the circuit is open. */
const PAUSE_MS = 250

/**
 * Creates a guard. After three consecutive failures it rejects calls immediately, except for one
 * probe every 250 ms; a success closes the circuit.
 */
export function createStoreGuard({ clock, deadlineMs, onChange }: GuardOptions): StoreGuard {
  let failures = 0
  /** Total of counted failures. */
  let lastFailure = 0
  let triesAgainAtMs = 0
  let trying = false
  const isUnavailable = () => failures >= FAILURES_MAX

  const succeed = () => {
    const wasAway = isUnavailable()
    failures = 0
    if (wasAway) onChange('back')
  }
  const fail = (error: unknown, began: number) => {
    const wasAway = isUnavailable()
    // Concurrent calls fail together with one connection: that counts as one failure.
    if (began === lastFailure) {
      failures += 1
      lastFailure += 1
    }
    triesAgainAtMs = clock.monotonicMs() + PAUSE_MS
    if (isUnavailable() && !wasAway) onChange('away', error)
  }

  return {
    get isUnavailable() {
      return isUnavailable()
    },
    call: async (make, withinMs = deadlineMs) => {
      const tries = isUnavailable()
      if (tries && (trying || clock.monotonicMs() < triesAgainAtMs)) {
        throw new StoreUnavailable('The store is down.')
      }
      trying = tries
      const began = lastFailure
      try {
        const result = await within(clock, withinMs, make)
        succeed()
        return result
      } catch (error) {
        fail(error, began)
        throw error
      } finally {
        if (tries) trying = false
      }
    },
  }
}

async function within<Result>(
  clock: Pick<Clock, 'after'>,
  deadlineMs: number,
  make: () => Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // Wait one event-loop iteration: after a delay the reply may have arrived unread.
  const cancel = clock.after(deadlineMs, () =>
    setImmediate(() =>
      reject(new StoreUnavailable(`The store did not answer within ${deadlineMs} ms.`)),
    ),
  )
  const made = make()
  // The losing promise may reject later; ignore it.
  made.catch(() => {})
  try {
    return await Promise.race([made, late])
  } finally {
    cancel()
  }
}
