import { LRUCache } from 'lru-cache'
import type {
  PublicCall,
  PublicLimits,
  PublicLimitState,
  PublicPermit,
} from '../contract/public/public-flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import { LimitExceeded } from '../domain/limit-exceeded.ts'
import {
  minuteWindow,
  NEVER,
  plusOne,
  windowEndsInMs,
  type WindowCount,
} from '../domain/quota-window.ts'
import { MINUTE_MS } from '../domain/time-units.ts'

/** Networks remembered at one time: with some 300 bytes for each, 6 MB. */
const NETWORKS_MAX = 20_000

/** So many requests of a network are refused at once within one UTC minute. */
export const REFUSED_AT_ONCE = 20

/** Milliseconds for which the refusals that come behind those are held back. */
export const HELD_BACK_MS = 250

/** A request of a network over its limits. It was not counted. */
export class PublicLimitExceeded extends LimitExceeded {
  readonly state: PublicLimitState
  /** Milliseconds to hold the answer back: above 0 for who goes on and on, whom waiting slows down as no refusal does. */
  readonly heldBackMs: number

  constructor(violated: readonly (keyof PublicLimits)[], state: PublicLimitState, heldBackMs = 0) {
    const waitMs = violated.includes('minute') ? state.minuteEndsInMs : 0
    super(
      `Over the limit of your address: ${violated.join(', ')}.`,
      violated,
      Math.max(1, Math.ceil(waitMs / 1_000)),
    )
    this.state = state
    this.heldBackMs = heldBackMs
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
  refused: WindowCount
  open: number
}

/**
 * Makes the stage that admits a public request (429), in memory: a fixed UTC minute and a few places for each network. A refused
 * attempt counts against no limit, and the answers of a network that does not heed them are held back. Memory is bounded: the networks that
 * were quiet longest are forgotten.
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
    const fresh = { minute: NEVER, refused: NEVER, open: 0 }
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
    if (violated.length > 0) {
      count.refused = plusOne(minuteWindow(count.refused, nowMs))
      const goesOn = count.refused.count > REFUSED_AT_ONCE
      throw new PublicLimitExceeded(violated, used, goesOn ? HELD_BACK_MS : 0)
    }
    const state = stateWith(1)
    count.minute = plusOne(minute)
    count.open += 1
    let held = true
    const release = () => {
      if (held) count.open -= 1
      held = false
    }
    return { call, state, release } as PublicPermit
  }
}
