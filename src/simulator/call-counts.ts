import type { OperationId } from '../contract/operations.ts'
import { REGIONS, type Region } from '../domain/region.ts'

/** How many calls of one operation in one region came to the same thing. */
export interface CallCount {
  readonly region: Region
  readonly operation: OperationId
  /** `ok`, the kind of an error, or the faults that acted, with `+` between them; latency alone changes no outcome. */
  readonly outcome: string
  readonly count: number
}

/** What the simulator was asked since it started, or since its counts were reset. */
export interface CallReport {
  /** Calls with the right key for an operation in a region, whatever came of them. */
  readonly total: number
  /** Calls whose client left before the whole answer was sent; a reset of ours does not count. */
  readonly clientLeft: number
  /** Requests that were no calls, by the kind of the error they got. */
  readonly refused: Readonly<Record<string, number>>
  readonly inFlight: number
  /** The most calls that were in flight at once: in all regions together, and in each. */
  readonly mostInFlight: Readonly<Record<Region | 'all', number>>
  readonly calls: readonly CallCount[]
}

/** Counts calls. */
export interface CallCounts {
  /** A call has arrived. Returns what is called once when it is over. */
  arrive(region: Region): (clientLeft: boolean) => void
  /** What a call came to. */
  settle(call: Omit<CallCount, 'count'>): void
  refuse(kind: string): void
  report(): CallReport
  /** Begins anew; what is in flight stays so. */
  reset(): void
}

/** Makes counts that begin at nothing. */
export function createCallCounts(): CallCounts {
  const places = ['all', ...REGIONS] as const
  const now = new Map<string, number>(places.map((place) => [place, 0]))
  let most = new Map(now)
  let counts = new Map<string, CallCount>()
  let refused = new Map<string, number>()
  let [total, clientLeft] = [0, 0]

  const step = (region: Region, by: 1 | -1) => {
    for (const place of ['all', region]) {
      const count = (now.get(place) ?? 0) + by
      now.set(place, count)
      most.set(place, Math.max(most.get(place) ?? 0, count))
    }
  }
  return {
    arrive: (region) => {
      total += 1
      step(region, 1)
      return (left) => {
        step(region, -1)
        if (left) clientLeft += 1
      }
    },
    settle: (call) => {
      const name = [call.region, call.operation, call.outcome].join(' ')
      counts.set(name, { ...call, count: (counts.get(name)?.count ?? 0) + 1 })
    },
    refuse: (kind) => void refused.set(kind, (refused.get(kind) ?? 0) + 1),
    report: () => ({
      total,
      clientLeft,
      refused: Object.fromEntries(refused),
      inFlight: now.get('all') ?? 0,
      mostInFlight: Object.fromEntries(most) as CallReport['mostInFlight'],
      calls: [...counts.values()],
    }),
    reset: () => {
      most = new Map(now)
      counts = new Map()
      refused = new Map()
      ;[total, clientLeft] = [0, 0]
    },
  }
}
