import type { Clock } from '../time/clock.ts'

/** An availability change: the store is down, for this reason, or up again. */
export type OnStoreChange = (state: 'away' | 'back', error?: unknown) => void

/** Reports whether a store is up, once per change, from any source. */
export interface Availability {
  /** Records an observation. */
  readonly note: OnStoreChange
  /** Probes a store that is down without waiting for the next probe: it may be up again. */
  probeNow(): void
  /** Stops probing. */
  close(): void
}

/** Options of the watch. */
export interface AvailabilityOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Runs a query typical of requests. Resolves when the store replies. */
  readonly probe: () => Promise<unknown>
  readonly onChange: OnStoreChange
}

/** Milliseconds between two probes: as often as the store guard permits. */
const PAUSE_MS = 250

/**
 * Creates a watch that probes a store while it is down. Requests alone would not suffice: a load
 * balancer sends none to a node that is not ready, so its recovery would go unnoticed.
 */
export function watchAvailability({ clock, probe, onChange }: AvailabilityOptions): Availability {
  let isUnavailable = false
  let closed = false
  let isProbing = false
  let cancel = () => {}
  /** Identifies an outage; results of an earlier one are ignored. */
  let outage = 0

  const note: OnStoreChange = (state, error) => {
    if (closed || isUnavailable === (state === 'away')) return
    isUnavailable = state === 'away'
    outage += 1
    cancel()
    onChange(state, error)
    if (isUnavailable) plan(outage)
  }
  const plan = (during: number) => {
    cancel = clock.after(PAUSE_MS, () => void tryIt(during))
  }
  const tryIt = async (during: number) => {
    isProbing = true
    const isUp = await probe().then(
      () => true,
      // The reason was reported when the store went down.
      () => false,
    )
    isProbing = false
    // After another outage began meanwhile, its own probe is planned.
    if (during !== outage) return
    if (isUp) note('back')
    else plan(during)
  }
  return {
    note,
    probeNow: () => {
      if (!isUnavailable || isProbing) return
      cancel()
      void tryIt(outage)
    },
    close: () => {
      closed = true
      outage += 1
      cancel()
    },
  }
}
