import type { Clock } from '../domain/clock.ts'

/** What is told of a store: it gives no answers any more, for this reason, or does again. */
export type OnStoreChange = (state: 'away' | 'back', error?: unknown) => void

/** Says whether a store is there, once for each change, whoever notices it. */
export interface Availability {
  /** Takes what somebody has noticed. */
  readonly note: OnStoreChange
  /** Tries no more. */
  close(): void
}

/** What a watch is made with. */
export interface AvailabilitySettings {
  readonly clock: Pick<Clock, 'after'>
  /** Asks the store for what requests ask it for. Resolves when it answers. */
  readonly probe: () => Promise<unknown>
  readonly onChange: OnStoreChange
}

/** Between two tries, in milliseconds: as often as the guard before the store lets one pass. */
const PAUSE_MS = 250

/**
 * Tries a store again and again from when it is away until it is back. Requests alone would not do: a balancer sends none
 * to a node that says it is not ready, so nobody would ever notice that the store is back.
 */
export function watchAvailability({ clock, probe, onChange }: AvailabilitySettings): Availability {
  let isAway = false
  let closed = false
  let cancel = () => {}
  /** One for each time that it is away; what an older one finds out is old. */
  let outage = 0

  const note: OnStoreChange = (state, error) => {
    if (closed || isAway === (state === 'away')) return
    isAway = state === 'away'
    outage += 1
    cancel()
    onChange(state, error)
    if (isAway) plan(outage)
  }
  const plan = (during: number) => {
    cancel = clock.after(PAUSE_MS, () => void tryIt(during))
  }
  const tryIt = async (during: number) => {
    try {
      await probe()
      if (during === outage) note('back')
    } catch {
      // Why is known since it went away.
      if (during === outage) plan(during)
    }
  }
  return {
    note,
    close: () => {
      closed = true
      outage += 1
      cancel()
    },
  }
}
