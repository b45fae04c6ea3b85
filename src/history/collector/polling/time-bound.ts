import type { Watch } from '../../../game/board-watch.ts'
import type { GatewayReply } from '../../../game/gateway.ts'
import type { Region } from '../../../game/region.ts'
import type { ObserveHistory } from '../../observations.ts'
import type { Clock } from '../../../platform/time/clock.ts'

/** Milliseconds by which this machine's clock may be ahead before its time is not used. */
const AHEAD_MAX_MS = 60_000

/**
 * A time stated by the store or a gateway. The present is at most `latestMs` plus the time passed
 * since `monotonicMs`.
 */
interface StatedTime {
  readonly latestMs: number
  readonly monotonicMs: number
}

/** The newest dated fetch of a board, and the monotonic time of its last poll. */
interface DatedFetch {
  readonly fetchedAtMs: number
  readonly monotonicMs: number
}

/** Limits this machine's wall clock by the clocks of the store and of the gateways. */
export interface TimeBound {
  /**
   * The clock, except that `nowMs` returns the bound while the wall clock is more than 60 seconds
   * ahead of it.
   */
  readonly clock: Clock
  /**
   * Adds the store's time (Unix ms) of a reply that was requested at `askedMs` (monotonic);
   * `undefined` when the store has no clock of its own.
   */
  readonly addStoreTime: (storeMs: number | undefined, askedMs: number) => void
  /** Adds the fetch time of a reply to a poll of `watch`, if the gateway dated it. */
  addReply(watch: Watch, reply: GatewayReply): void
  /** Returns whether a fetch time (Unix ms) is more than 60 seconds ahead of the bound. */
  isFuture(fetchedAtMs: number): boolean
}

/**
 * Creates a bound of the wall clock. The bound is the store's clock, or without one the median of
 * the clocks of the regions whose gateways date their replies; without any there is no bound.
 * Observes `collector.clock` when the wall clock gets ahead of the bound and when it no longer is.
 *
 * Each clock is an upper bound, so that neither a slow reply nor a gateway that caches makes a
 * correct clock look ahead: a region's clock counts from the first new fetch of one of its boards,
 * which is at most as old as the time between the two polls.
 */
export function createTimeBound(clock: Clock, observe: ObserveHistory): TimeBound {
  const regions = new Map<Region, StatedTime>()
  const fetches = new WeakMap<Watch, DatedFetch>()
  let store: StatedTime | undefined
  let isAhead = false

  const nowAt = ({ latestMs, monotonicMs }: StatedTime) =>
    Math.floor(latestMs + clock.monotonicMs() - monotonicMs)
  const latestMs = (): number | undefined => {
    if (store !== undefined) return nowAt(store)
    const times = [...regions.values()].map(nowAt).toSorted((one, other) => one - other)
    // Of an even number, the later one: a clock that is behind must not reject data.
    return times[Math.floor(times.length / 2)]
  }
  const nowMs = () => {
    const wallMs = clock.nowMs()
    const boundMs = latestMs() ?? Infinity
    const wasAhead = isAhead
    isAhead = wallMs > boundMs + AHEAD_MAX_MS
    if (isAhead !== wasAhead) {
      const aheadMs = boundMs === Infinity ? 0 : Math.floor(wallMs - boundMs)
      observe({ type: 'collector.clock', state: isAhead ? 'ahead' : 'right', aheadMs })
    }
    return isAhead ? boundMs : wallMs
  }
  return {
    clock: {
      nowMs,
      monotonicMs: () => clock.monotonicMs(),
      after: (delayMs, callback) => clock.after(delayMs, callback),
    },
    addStoreTime: (storeMs, askedMs) => {
      if (storeMs !== undefined) store = { latestMs: storeMs, monotonicMs: askedMs }
    },
    addReply: (watch, { fetchedAtMs, isDated = false }) => {
      if (!isDated) return
      const { region } = watch.board
      const before = fetches.get(watch)
      fetches.set(watch, { fetchedAtMs, monotonicMs: clock.monotonicMs() })
      if (before === undefined || fetchedAtMs === before.fetchedAtMs) return
      if (fetchedAtMs < before.fetchedAtMs) regions.delete(region)
      else regions.set(region, { latestMs: fetchedAtMs, monotonicMs: before.monotonicMs })
    },
    isFuture: (fetchedAtMs) => fetchedAtMs > (latestMs() ?? Infinity) + AHEAD_MAX_MS,
  }
}
