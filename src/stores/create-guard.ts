import type { Clock } from '../domain/clock.ts'

/** How a guard protects the callers of a store. Times in milliseconds. */
export interface GuardSettings {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** How long one call may take. */
  readonly deadlineMs: number
  /** Hears when calls are cut off because the store is away (with the last reason), and when it is back. */
  readonly onChange: (state: 'away' | 'back', error?: unknown) => void
}

/** Stands before a store that may be stopped, frozen or unreachable, so that nobody waits for it for long. */
export interface Guard {
  /**
   * Makes one call. Rejects with what it rejects with, or {@link StoreAway} when it takes longer than the deadline (its
   * late result is dropped) or, at once, while the store is known to be away. A caller with less time says so.
   */
  call<Result>(make: () => Promise<Result>, deadlineMs?: number): Promise<Result>
  /** Whether calls are cut off now, but for one at a time that tries. */
  readonly isAway: boolean
}

/** The store gave no answer in time, or is not asked because it has not for a while. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}

/** So many failures in a row, and the store is away. */
const FAILURES_MAX = 3

/** While it is away, one call in so many milliseconds tries it. */
const PAUSE_MS = 250

/** Makes a guard. After three failures in a row calls are refused at once, but for one each 250 ms; a success ends that. */
export function createGuard({ clock, deadlineMs, onChange }: GuardSettings): Guard {
  let failures = 0
  /** Of all failures that counted. */
  let lastFailure = 0
  let triesAgainAtMs = 0
  let trying = false
  const isAway = () => failures >= FAILURES_MAX

  const succeed = () => {
    const wasAway = isAway()
    failures = 0
    if (wasAway) onChange('back')
  }
  const fail = (error: unknown, began: number) => {
    const wasAway = isAway()
    // Calls that were under way together fail together, with one connection: that is one failure.
    if (began === lastFailure) {
      failures += 1
      lastFailure += 1
    }
    triesAgainAtMs = clock.monotonicMs() + PAUSE_MS
    if (isAway() && !wasAway) onChange('away', error)
  }

  return {
    get isAway() {
      return isAway()
    },
    call: async (make, withinMs = deadlineMs) => {
      const tries = isAway()
      if (tries && (trying || clock.monotonicMs() < triesAgainAtMs)) {
        throw new StoreAway('The store is away.')
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
  // One more turn of the event loop: where it was held up, the answer may be there and only not be read yet.
  const cancel = clock.after(deadlineMs, () =>
    setImmediate(() => reject(new StoreAway(`The store gave no answer in ${deadlineMs} ms.`))),
  )
  const made = make()
  // Whoever loses the race may still fail, and nobody listens any more.
  made.catch(() => {})
  try {
    return await Promise.race([made, late])
  } finally {
    cancel()
  }
}
