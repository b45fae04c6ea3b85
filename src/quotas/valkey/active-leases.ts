/** Leases that this node holds, by developer. */
export interface ActiveLeases {
  /** Adds a lease with its expiry on the monotonic clock. */
  add(developerId: string, leaseId: string, expiresMs: number): void
  delete(developerId: string, leaseId: string): void
  has(developerId: string, leaseId: string): boolean
  /** Returns the number of unexpired leases. */
  count(developerId: string, nowMs: number): number
  /** Returns the leases of one developer with their expiry times. */
  of(developerId: string): readonly (readonly [leaseId: string, expiresMs: number])[]
  /** Returns the developers with at least one lease. */
  developers(): Iterable<string>
}

/**
 * Creates an empty list. Leases are removed only by `delete`: every request has a hard deadline
 * that releases its lease.
 */
export function createActiveLeases(): ActiveLeases {
  const byDeveloper = new Map<string, DeveloperLeases>()
  return {
    add: (developerId, leaseId, expiresMs) => {
      let leases = byDeveloper.get(developerId)
      if (leases === undefined) byDeveloper.set(developerId, (leases = new DeveloperLeases()))
      leases.add(leaseId, expiresMs)
    },
    delete: (developerId, leaseId) => {
      const leases = byDeveloper.get(developerId)
      leases?.expiries.delete(leaseId)
      if (leases?.expiries.size === 0) byDeveloper.delete(developerId)
    },
    has: (developerId, leaseId) => byDeveloper.get(developerId)?.expiries.has(leaseId) ?? false,
    count: (developerId, nowMs) => byDeveloper.get(developerId)?.count(nowMs) ?? 0,
    of: (developerId) => [...(byDeveloper.get(developerId)?.expiries ?? [])],
    developers: () => byDeveloper.keys(),
  }
}

class DeveloperLeases {
  readonly expiries = new Map<string, number>()
  /** No lease expires before, so that counting them is seldom a walk through all. */
  #soonestMs = Infinity

  add(leaseId: string, expiresMs: number): void {
    this.expiries.set(leaseId, expiresMs)
    this.#soonestMs = Math.min(this.#soonestMs, expiresMs)
  }

  count(nowMs: number): number {
    if (nowMs < this.#soonestMs) return this.expiries.size
    let count = 0
    this.#soonestMs = Infinity
    for (const expiresMs of this.expiries.values()) {
      if (expiresMs > nowMs) {
        count += 1
        this.#soonestMs = Math.min(this.#soonestMs, expiresMs)
      } else this.#soonestMs = -Infinity
    }
    return count
  }
}
