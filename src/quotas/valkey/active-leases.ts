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
  const leasesByDeveloper = new Map<string, Map<string, number>>()
  return {
    add: (developerId, leaseId, expiresMs) => {
      const leases = leasesByDeveloper.get(developerId) ?? new Map<string, number>()
      leases.set(leaseId, expiresMs)
      leasesByDeveloper.set(developerId, leases)
    },
    delete: (developerId, leaseId) => {
      const leases = leasesByDeveloper.get(developerId)
      leases?.delete(leaseId)
      if (leases?.size === 0) leasesByDeveloper.delete(developerId)
    },
    has: (developerId, leaseId) => leasesByDeveloper.get(developerId)?.has(leaseId) ?? false,
    count: (developerId, nowMs) => {
      let count = 0
      for (const expiresMs of leasesByDeveloper.get(developerId)?.values() ?? [])
        if (expiresMs > nowMs) count += 1
      return count
    },
    of: (developerId) => [...(leasesByDeveloper.get(developerId) ?? [])],
    developers: () => leasesByDeveloper.keys(),
  }
}
