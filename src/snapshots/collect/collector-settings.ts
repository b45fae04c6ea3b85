import type { Clock } from '../../domain/clock.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import type { SharedGateway } from '../../domain/gateway.ts'
import type { HistoryStore, Retention } from '../../domain/history-store.ts'
import type { Observe } from '../../domain/observation.ts'
import type { Watch } from '../../domain/watch.ts'
import type { AnnouncedSettings } from './announced-watches.ts'

/** What a collector needs. */
export interface CollectorSettings {
  readonly store: HistoryStore
  /** The one that requests are answered from, too: the collector has its own lane in it. */
  readonly gateway: Pick<SharedGateway, 'read'>
  readonly clock: Clock
  readonly observe: Observe
  /** Names this process among those that share the store. */
  readonly holder: string
  /** Milliseconds for which it may collect without asking the store again. */
  readonly leaseMs: number
  /** How many times faster game time runs than wall time: cadences are as much shorter. At least 1. */
  readonly speed: number
  /** Readings of one region at one time. */
  readonly inFlightMax: number
  readonly announced: AnnouncedSettings
  /** The runs of events that are announced, in wall time. Asked again and again. */
  readonly readEvents: () => Promise<readonly GameEvent[]>
  /** The watches that a file asks for. Asked again and again. */
  readonly readWatches: () => Promise<readonly Watch[]>
  /** What of the history is kept; `undefined`: all. */
  readonly retention?: Retention | undefined
}

/** The shortest time between two readings, however fast game time runs. */
export const CADENCE_MIN_MS = 1_000

/** Milliseconds of wall time for something that is done each `gameMs` of game time. */
export function atSpeed(gameMs: number, speed: number): number {
  return Math.max(CADENCE_MIN_MS, gameMs / speed)
}
