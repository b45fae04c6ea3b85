import {
  INSTANCE_TTL_MS,
  INSTANCES_MAX,
  SETTLE_MS,
  type InstancePlace,
  type InstancesFull,
} from '../instance-shares.ts'

/** The registrations of one developer. */
interface Instances {
  /** When each expires, by name. Unix milliseconds. */
  readonly expiries: Map<string, number>
  /** When the division has settled. Unix milliseconds. */
  settlesAt: number
}

/**
 * The live instances of all developers, in memory. At most 64 for each developer; expired ones are
 * removed within two lifetimes while any instance registers.
 */
export class LiveInstances {
  readonly #developers = new Map<string, Instances>()
  #sweptAt = 0

  /** Registers or renews an instance at `nowMs` (Unix milliseconds). */
  register(developerId: string, instance: string, nowMs: number): InstancePlace | InstancesFull {
    this.#sweep(nowMs)
    const { expiries, settlesAt } = this.#liveOf(developerId, nowMs)
    let settles = settlesAt
    if (!expiries.has(instance)) {
      if (expiries.size >= INSTANCES_MAX)
        return { freesInMs: Math.min(...expiries.values()) - nowMs }
      settles = nowMs + SETTLE_MS
    }
    expiries.set(instance, nowMs + INSTANCE_TTL_MS)
    this.#developers.set(developerId, { expiries, settlesAt: settles })
    const before = [...expiries.keys()].filter((name) => name < instance).length
    return {
      position: before + 1,
      count: expiries.size,
      settlesInMs: remainingMs(settles, SETTLE_MS, nowMs),
    }
  }

  #liveOf(developerId: string, nowMs: number): Instances {
    const known = this.#developers.get(developerId)
    if (known === undefined) return { expiries: new Map(), settlesAt: 0 }
    for (const [name, expiresAt] of known.expiries) {
      if (remainingMs(expiresAt, INSTANCE_TTL_MS, nowMs) === 0) known.expiries.delete(name)
    }
    return known
  }

  /** Removes developers without live instances, once in a lifetime. */
  #sweep(nowMs: number): void {
    if (Math.abs(nowMs - this.#sweptAt) < INSTANCE_TTL_MS) return
    this.#sweptAt = nowMs
    for (const developerId of this.#developers.keys()) {
      const { expiries } = this.#liveOf(developerId, nowMs)
      if (expiries.size === 0) this.#developers.delete(developerId)
    }
  }
}

/**
 * Returns the milliseconds until a time that was set `lengthMs` ahead; 0 when it has passed. A time
 * more than twice as far ahead is of a clock that has stepped back since, and counts as passed.
 */
function remainingMs(atMs: number, lengthMs: number, nowMs: number): number {
  const left = atMs - nowMs
  return left > 0 && left <= 2 * lengthMs ? left : 0
}
