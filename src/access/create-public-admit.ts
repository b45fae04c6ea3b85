import { LRUCache } from 'lru-cache'
import type {
  PublicCall,
  PublicLimits,
  PublicLimitState,
  PublicPermit,
} from '../contract/public/public-flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import { LimitExceeded } from '../domain/limit-exceeded.ts'
import { minuteWindow, windowEndsInMs, type WindowCount } from '../domain/quota-window.ts'
import { MINUTE_MS } from '../domain/time-units.ts'

/** Networks remembered at one time: with some 300 bytes for each, 6 MB. */
const NETWORKS_MAX = 20_000

/** A request of a network over its limits. It was not counted. */
export class PublicLimitExceeded extends LimitExceeded {
  readonly state: PublicLimitState

  constructor(violated: readonly (keyof PublicLimits)[], state: PublicLimitState) {
    const waitMs = violated.includes('minute') ? state.minuteEndsInMs : 0
    super(
      `Over the limit of your address: ${violated.join(', ')}.`,
      violated,
      Math.max(1, Math.ceil(waitMs / 1_000)),
    )
    this.state = state
  }
}

/** What public requests are admitted by. */
export interface PublicAdmitSettings {
  readonly clock: Pick<Clock, 'nowMs'>
  /** Of one network: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly limits: PublicLimits
  readonly networksMax?: number
}

/** What is counted of one network. */
interface Count {
  minute: WindowCount
  open: number
}

/**
 * Makes the stage that admits a public request (429), in memory: a fixed UTC minute and a few places for each network. A refused
 * attempt counts nothing. Memory is bounded: the networks that were quiet longest are forgotten.
 */
export function createPublicAdmit({
  clock,
  limits,
  networksMax = NETWORKS_MAX,
}: PublicAdmitSettings): (call: PublicCall, network: string) => PublicPermit {
  const counts = new LRUCache<string, Count>({ max: networksMax })
  const countOf = (network: string): Count => {
    const known = counts.get(network)
    if (known !== undefined) return known
    const fresh = { minute: { index: 0, count: 0 }, open: 0 }
    counts.set(network, fresh)
    return fresh
  }
  return (call, network) => {
    const nowMs = clock.nowMs()
    const count = countOf(network)
    const minute = minuteWindow(count.minute, nowMs)
    const stateWith = (more: number): PublicLimitState => ({
      limits,
      used: { minute: minute.count + more, concurrency: count.open + more },
      minuteEndsInMs: windowEndsInMs(minute.index, MINUTE_MS, nowMs),
    })
    const used = stateWith(0)
    const violated = (['minute', 'concurrency'] as const).filter(
      (name) => used.used[name] >= limits[name],
    )
    if (violated.length > 0) throw new PublicLimitExceeded(violated, used)
    const state = stateWith(1)
    count.minute = { index: minute.index, count: state.used.minute }
    count.open += 1
    let held = true
    const release = () => {
      if (held) count.open -= 1
      held = false
    }
    return { call, state, release } as PublicPermit
  }
}
