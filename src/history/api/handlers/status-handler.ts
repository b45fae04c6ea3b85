import type { PublicPart } from '../public-messages.ts'
import type { PublicMessage, PublicHandler } from '../public-content.ts'
import { boardKey } from '../../../game/board.ts'
import type { WatchState, WatchCounts } from '../../history-store.ts'
import type { Region } from '../../../game/region.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/time/time-units.ts'
import { describeGap, freshnessOf } from './describe/describe-watch.ts'
import type { PublicHandlerOptions } from './handler-options.ts'

/** Length of the reported period in milliseconds. */
const PERIOD_MS = 7 * DAY_MS

/** Maximum gaps per board in one response. */
const GAPS_MAX = 20

/** Cache lifetime of the status of a region, in milliseconds. */
const FRESH_MS = 10_000

/** Options of {@link createStatusHandler}: the store and the counters of the process. */
export interface StatusOptions extends PublicHandlerOptions {
  /**
   * Returns the gateway calls of a region by outcome since `sinceMs` (Unix ms). Calls no gateway.
   */
  readonly gatewayCalls: (region: Region) => {
    readonly sinceMs: number
    readonly outcomes: readonly { readonly outcome: string; readonly calls: number }[]
  }
}

/** Returns the state of data collection in a region. */
export type StatusHandler = (query: { readonly region: Region }) => Promise<PublicMessage<'Status'>>

/** Creates the status handler. It reads the store at most once per region in 10 seconds. */
export function createStatusHandler(
  options: StatusOptions,
): StatusHandler & PublicHandler<'public.status'> {
  const { clock } = options
  const cache = new Map<Region, { readonly untilMs: number; readonly message: Promise<Status> }>()
  return async ({ region }) => {
    const nowMs = clock.nowMs()
    const known = cache.get(region)
    const isFresh =
      known !== undefined && nowMs < known.untilMs && nowMs >= known.untilMs - FRESH_MS
    const entry = isFresh
      ? known
      : { untilMs: nowMs + FRESH_MS, message: readStatus(options, region) }
    if (entry !== known) {
      cache.set(region, entry)
      // Do not cache a failed read; it rejects only the requests that already wait for it.
      entry.message.catch(() => cache.get(region) === entry && cache.delete(region))
    }
    const message = await entry.message
    return { type: 'message', message, freshForMs: Math.max(1_000, entry.untilMs - clock.nowMs()) }
  }
}

type Status = PublicMessage<'Status'>['message']

async function readStatus(
  { store, clock, gatewayCalls }: StatusOptions,
  region: Region,
): Promise<Status> {
  const nowMs = clock.nowMs()
  const sinceMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - PERIOD_MS
  const [states, counts] = await Promise.all([
    store.watches(),
    store.counts({ region, sinceMs, gapsMax: GAPS_MAX }),
  ])
  const countsByBoard = new Map(counts.map((one) => [boardKey(one.board), one]))
  const calls = gatewayCalls(region)
  return {
    since: String(sinceMs),
    watches: states
      .filter(({ watch }) => watch.board.region === region && (watch.untilMs ?? nowMs) > sinceMs)
      .map((state) => describe(state, countsByBoard.get(boardKey(state.watch.board)), nowMs)),
    gatewayCalls: {
      since: String(calls.sinceMs),
      outcomes: calls.outcomes.map(({ outcome, calls: count }) => ({ outcome, calls: count })),
    },
  }
}

function describe(
  state: WatchState,
  { snapshots = 0, failures = 0, gaps = [] }: Partial<WatchCounts> = {},
  nowMs: number,
): PublicPart['WatchStatus'] {
  const { kind, id } = state.watch.board
  return {
    kind,
    id,
    freshness: freshnessOf(state, nowMs),
    lastSnapshotAt: String(state.lastSnapshotMs ?? 0),
    snapshots,
    failures,
    readings: snapshots + failures,
    gaps: gaps.map(describeGap),
  }
}
