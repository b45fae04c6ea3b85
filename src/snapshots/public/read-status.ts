import type { PublicPart } from '../../contract/public/messages.ts'
import type { PublicMessage, PublicReader } from '../../contract/public/public-content.ts'
import { boardKey } from '../../domain/board.ts'
import type { WatchState, WatchTally } from '../../domain/history-store.ts'
import type { Region } from '../../domain/region.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time-units.ts'
import { describeGap, freshnessOf } from './describe-watch.ts'
import type { ReaderSettings } from './reader-settings.ts'

/** How far back it looks. */
const LOOK_BACK_MS = 7 * DAY_MS

/** Gaps of one board in one answer. */
const GAPS_MAX = 20

/** One look at the store serves everybody for so many milliseconds, however many ask. */
const FRESH_MS = 10_000

/** What the status is read from: the store, and the counters of the process. */
export interface StatusSettings extends ReaderSettings {
  /** How calls of the gateway of a region have ended since `sinceMs` (Unix ms). Asks no gateway. */
  readonly gatewayCalls: (region: Region) => {
    readonly sinceMs: number
    readonly outcomes: readonly { readonly outcome: string; readonly calls: number }[]
  }
}

/** Reads how collecting goes in a region. */
export type ReadStatus = (asked: { readonly region: Region }) => Promise<PublicMessage<'Status'>>

/** Makes the reader of how collecting has gone. At most one look at the store in ten seconds for each region. */
export function createReadStatus(
  settings: StatusSettings,
): ReadStatus & PublicReader<'public.status'> {
  const { clock } = settings
  const kept = new Map<Region, { readonly untilMs: number; readonly message: Promise<Status> }>()
  return async ({ region }) => {
    const nowMs = clock.nowMs()
    const known = kept.get(region)
    const isKept = known !== undefined && nowMs < known.untilMs && nowMs >= known.untilMs - FRESH_MS
    const look = isKept ? known : { untilMs: nowMs + FRESH_MS, message: read(settings, region) }
    if (look !== known) {
      kept.set(region, look)
      // A look that failed is nobody's answer but that of those who wait for it.
      look.message.catch(() => kept.get(region) === look && kept.delete(region))
    }
    const message = await look.message
    return { type: 'message', message, freshForMs: Math.max(1_000, look.untilMs - clock.nowMs()) }
  }
}

type Status = PublicMessage<'Status'>['message']

async function read(
  { store, clock, gatewayCalls }: StatusSettings,
  region: Region,
): Promise<Status> {
  const nowMs = clock.nowMs()
  const sinceMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - LOOK_BACK_MS
  const [states, tallies] = await Promise.all([
    store.watches(),
    store.tallies({ region, sinceMs, gapsMax: GAPS_MAX }),
  ])
  const tallyOf = new Map(tallies.map((tally) => [boardKey(tally.board), tally]))
  const calls = gatewayCalls(region)
  return {
    since: String(sinceMs),
    watches: states
      .filter(({ watch }) => watch.board.region === region && (watch.untilMs ?? nowMs) > sinceMs)
      .map((state) => describe(state, tallyOf.get(boardKey(state.watch.board)), nowMs)),
    gatewayCalls: {
      since: String(calls.sinceMs),
      outcomes: calls.outcomes.map(({ outcome, calls: count }) => ({ outcome, calls: count })),
    },
  }
}

function describe(
  state: WatchState,
  { snapshots = 0, failures = 0, gaps = [] }: Partial<WatchTally> = {},
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
