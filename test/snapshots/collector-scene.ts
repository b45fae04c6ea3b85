import { join } from 'node:path'
import type { Board, Snapshot } from '../../src/game/board.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { GatewayCall, Subscriber, CoalescingGateway } from '../../src/game/gateway.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import type { LiveEntry } from '../../src/history/live-entry.ts'
import type { Observation } from '../../src/app/telemetry/observations.ts'
import type { Region } from '../../src/game/region.ts'
import type { ServiceError } from '../../src/platform/http/errors/service-error.ts'
import type { Watch } from '../../src/game/board-watch.ts'
import { createCollector, type Collector } from '../../src/history/collector/collector.ts'
import type { CollectorOptions } from '../../src/history/collector/collector-options.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'

/** Noon of 15 June 2026. */
export const NOON = Date.UTC(2026, 5, 15, 12)

/** The event of these tests. */
export const BOARD: Board = { region: 'jp', kind: 'event', id: '2001' }

/** The polled ranks. Two players share rank 10, and rank 57 has none. */
export const RANKS = [1, 2, 10, 57, 100] as const

/** The reaction of the gateway of a scene to a call. */
export type Outcome = 'answers' | 'hangs' | 'is empty' | ServiceError

/** One answer of the gateway of a scene to the collector. */
export interface Served {
  readonly fetchedAtMs: number
  readonly points: Readonly<Record<number, number>>
}

/**
 * Collectors on one history, with a gateway whose faults and a clock whose time the test controls.
 */
export interface CollectorScene {
  readonly clock: ManualClock
  readonly store: HistoryStore
  readonly observed: Observation[]
  readonly served: Served[]
  readonly calls: GatewayCall[]
  /** Maximum number of concurrent calls of one region. */
  readonly mostInFlight: Map<Region, number>
  outcome: Outcome
  /** Error of the gateway's clock in milliseconds. */
  gatewayClockMs: number
  /** Milliseconds by its own clock for which the gateway repeats a fetched answer. */
  gatewayCacheMs: number
  announcements: readonly {
    readonly id: string
    readonly title: string
    readonly startAt: string
    readonly category?: string
  }[]
  events: readonly GameEvent[]
  fileWatches: readonly Watch[]
  start(settings?: Partial<CollectorOptions>): Collector
  /** Advances the clock, second by second. */
  readonly pass: (ms: number) => Promise<void>
  settle(): Promise<void>
  watch(more?: Partial<Watch>): Promise<void>
  live(region?: Region): Promise<readonly LiveEntry[]>
  /** Reads all snapshots of the board from the history. */
  history(board?: Board): Promise<{ snapshots: readonly Served[]; gaps: readonly string[] }>
}

let files = 0

/** Creates a scene with a separate history in `folder`. */
export function createCollectorScene(folder: string): CollectorScene {
  const clock = createManualClock(NOON)
  const store = openHistory(join(folder, `history-${(files += 1)}.db`), clock)
  const inFlight = new Map<Region, number>()
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate)
  }
  const scene: CollectorScene = {
    clock,
    store,
    observed: [],
    served: [],
    calls: [],
    mostInFlight: new Map(),
    outcome: 'answers',
    gatewayClockMs: 0,
    gatewayCacheMs: 0,
    announcements: [],
    events: [],
    fileWatches: [],
    start: (settings = {}) =>
      createCollector({
        store,
        gateway,
        clock,
        observe: (observation) => void scene.observed.push(observation),
        holder: `collector ${(files += 1)}`,
        leaseMs: 15_000,
        speed: 1,
        inFlightMax: 4,
        announced: { ranks: RANKS, cadenceMs: 60_000, afterEndMs: 600_000 },
        readEvents: async () => scene.events,
        toWallMs: (gameMs) => gameMs,
        readWatches: async () => scene.fileWatches,
        ...settings,
      }),
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        clock.advance(1_000)
        await settle()
      }
    },
    settle,
    watch: (more = {}) =>
      store.putWatch({
        board: BOARD,
        ranks: (more.board ?? BOARD).kind === 'event' ? RANKS : undefined,
        cadenceMs: 60_000,
        fromMs: undefined,
        untilMs: undefined,
        paused: false,
        origin: 'operator',
        ...more,
      }),
    live: async (region = 'jp') => (await store.liveAfter(region, 0, 100_000)).entries,
    history: async (board = BOARD) => {
      const { series, gaps } = await store.series({
        board,
        ranks: RANKS,
        fromMs: 0,
        untilMs: 4e12,
        stepMs: 0,
        snapshotsMax: 100_000,
      })
      const byTime = new Map<number, Record<number, number>>()
      for (const { rank, points } of series) {
        for (const { atMs, points: value } of points) {
          const row = byTime.get(atMs) ?? {}
          byTime.set(atMs, value === undefined ? row : { ...row, [rank]: value })
        }
      }
      const snapshots = [...byTime].map(([fetchedAtMs, points]) => ({ fetchedAtMs, points }))
      return {
        snapshots: snapshots.toSorted((one, other) => one.fetchedAtMs - other.fetchedAtMs),
        gaps: gaps.map(
          ({ fromMs, untilMs, reason, failures }) =>
            `${secondOf(fromMs)}-${untilMs === undefined ? '' : secondOf(untilMs)} ${reason} ${failures}`,
        ),
      }
    },
  }
  const read = async (call: GatewayCall, { signal }: Subscriber) => {
    scene.calls.push(call)
    const { region } = call
    const now = (inFlight.get(region) ?? 0) + 1
    inFlight.set(region, now)
    scene.mostInFlight.set(region, Math.max(now, scene.mostInFlight.get(region) ?? 0))
    try {
      await Promise.resolve()
      return { reply: await answer(scene, call, signal), coalesced: false }
    } finally {
      inFlight.set(region, (inFlight.get(region) ?? 1) - 1)
    }
  }
  const gateway: Pick<CoalescingGateway, 'read'> = { read }
  return scene
}

/** Seconds after noon, for messages. */
export function secondOf(ms: number): number {
  return (ms - NOON) / 1_000
}

/** Points of a rank at a time: they grow each minute, and two players share rank 10. */
export function pointsAt(atMs: number, rank: number): number {
  const minutes = Math.floor(Math.max(0, atMs - NOON) / 60_000)
  return Math.floor((minutes * 7_919) / rank) + 500
}

async function answer(scene: CollectorScene, call: GatewayCall, signal: AbortSignal) {
  const { clock, outcome, gatewayCacheMs, gatewayClockMs, served } = scene
  if (outcome === 'hangs') {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('It was aborted.')))
    })
  }
  if (outcome instanceof Error) throw outcome
  const ownMs = clock.nowMs() + gatewayClockMs
  const fetchedAtMs = gatewayCacheMs === 0 ? ownMs : ownMs - (ownMs % gatewayCacheMs)
  if (call.operation === 'announcement.list') {
    return { message: { announcements: scene.announcements }, fetchedAtMs }
  }
  if (outcome === 'is empty') return { message: {}, fetchedAtMs }
  const profile = (id: string) => ({ id, name: `Player ${id}` })
  if (call.operation !== 'event.ranking') {
    const players = [9, 8, 8, 7].map((score, at) => ({ score, playerData: profile(String(at)) }))
    return { message: { players }, fetchedAtMs }
  }
  const ranks = (call.arguments['ranks'] as number[]).filter((rank) => rank !== 57)
  const points = Object.fromEntries(ranks.map((rank) => [rank, pointsAt(fetchedAtMs, rank)]))
  served.push({ fetchedAtMs, points })
  const ranking = ranks.flatMap((rank) => {
    const row = { rank, point: points[rank], profile: profile(String(rank)) }
    return rank === 10 ? [row, { ...row, profile: profile('10b') }] : [row]
  })
  return { message: { ranking }, fetchedAtMs }
}

/** Returns the newest snapshot of a board, which must exist. */
export async function newest(store: HistoryStore, board: Board = BOARD): Promise<Snapshot> {
  const snapshot = await store.snapshot(board)
  if (snapshot === undefined) throw new Error('There is no snapshot.')
  return snapshot
}
