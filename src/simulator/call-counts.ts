import type { OperationId } from '../game/operations.ts'
import { REGIONS, type Region } from '../game/region.ts'

/** Number of calls of one operation in one region with one outcome. */
export interface CallCount {
  readonly region: Region
  readonly operation: OperationId
  /**
   * `ok`, the kind of an error, or the applied faults joined with `+`. Latency alone changes no
   * outcome.
   */
  readonly outcome: string
  readonly count: number
}

/** Requests since the start, or since the last reset. */
export interface CallReport {
  /** Authorized calls of an operation in a region, whatever their outcome. */
  readonly total: number
  /** Calls whose client disconnected before the complete response; injected resets do not count. */
  readonly clientLeft: number
  /** Other requests, by the kind of their error. */
  readonly refused: Readonly<Record<string, number>>
  readonly inFlight: number
  /** Maximum concurrent calls: in total and per region. */
  readonly mostInFlight: Readonly<Record<Region | 'all', number>>
  readonly calls: readonly CallCount[]
}

/** Call counters. */
export interface CallCounts {
  /** Records the start of a call. Returns a function to be called once at its end. */
  startCall(region: Region): (clientLeft: boolean) => void
  /** Records the outcome of a call. */
  recordOutcome(call: Omit<CallCount, 'count'>): void
  recordRejection(kind: string): void
  readonly report: () => CallReport
  /** Resets the counters; calls in flight stay counted. */
  readonly reset: () => void
}

/** Creates counters at zero. */
export function createCallCounts(): CallCounts {
  const places = ['all', ...REGIONS] as const
  const now = new Map<string, number>(places.map((place) => [place, 0]))
  let most = new Map(now)
  let counts = new Map<string, CallCount>()
  let refused = new Map<string, number>()
  let [total, clientLeft] = [0, 0]

  const countInFlight = (region: Region, by: 1 | -1) => {
    for (const place of ['all', region]) {
      const count = (now.get(place) ?? 0) + by
      now.set(place, count)
      most.set(place, Math.max(most.get(place) ?? 0, count))
    }
  }
  return {
    startCall: (region) => {
      total += 1
      countInFlight(region, 1)
      return (left) => {
        countInFlight(region, -1)
        if (left) clientLeft += 1
      }
    },
    recordOutcome: (call) => {
      const name = [call.region, call.operation, call.outcome].join(' ')
      counts.set(name, { ...call, count: (counts.get(name)?.count ?? 0) + 1 })
    },
    recordRejection: (kind) => void refused.set(kind, (refused.get(kind) ?? 0) + 1),
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
