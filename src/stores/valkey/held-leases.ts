/** The places that this node holds of each developer's concurrency limit. */
export interface HeldLeases {
  /** Notes a lease, and until when on the monotonic clock the store keeps it. */
  add(developerId: string, leaseId: string, lapsesMs: number): void
  delete(developerId: string, leaseId: string): void
  has(developerId: string, leaseId: string): boolean
  /** How many have not lapsed. */
  count(developerId: string, nowMs: number): number
  /** The leases of one developer with the moments at which they lapse. */
  of(developerId: string): readonly (readonly [leaseId: string, lapsesMs: number])[]
}

/** Makes an empty list. What is never given back stays: each request has a hard end, where it gives its place back. */
export function createHeldLeases(): HeldLeases {
  const held = new Map<string, Map<string, number>>()
  return {
    add: (developerId, leaseId, lapsesMs) => {
      const leases = held.get(developerId) ?? new Map<string, number>()
      leases.set(leaseId, lapsesMs)
      held.set(developerId, leases)
    },
    delete: (developerId, leaseId) => {
      const leases = held.get(developerId)
      leases?.delete(leaseId)
      if (leases?.size === 0) held.delete(developerId)
    },
    has: (developerId, leaseId) => held.get(developerId)?.has(leaseId) ?? false,
    count: (developerId, nowMs) => {
      let count = 0
      for (const lapsesMs of held.get(developerId)?.values() ?? []) if (lapsesMs > nowMs) count += 1
      return count
    },
    of: (developerId) => [...(held.get(developerId) ?? [])],
  }
}
