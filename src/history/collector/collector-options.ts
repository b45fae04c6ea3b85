import type { Clock } from '../../platform/time/clock.ts'
import type { CoalescingGateway } from '../../game/gateway.ts'
import type { AnnouncedEvent } from '../calendar/run-challenges.ts'
import type { HistoryStore } from '../history-store.ts'
import type { Retention } from '../retention.ts'
import type { ObserveHistory } from '../observations.ts'
import type { Predictor } from '../predictions/predictor.ts'
import type { Watch } from '../../game/board-watch.ts'
import type { AnnouncedOptions } from './watches/announced-watches.ts'

/** Options of a collector. */
export interface CollectorOptions {
  readonly store: HistoryStore
  /** The gateway that also serves requests; the collector has its own priority in it. */
  readonly gateway: Pick<CoalescingGateway, 'read'>
  readonly clock: Clock
  readonly observe: ObserveHistory
  /** Identifies this process among those that compete for the lease. */
  readonly holder: string
  /** Duration of the collector lease in milliseconds. */
  readonly leaseMs: number
  /** Ratio of game time to wall time, at least 1. Divides the cadences. */
  readonly speed: number
  /** Concurrent polls per region. */
  readonly inFlightMax: number
  readonly announced: AnnouncedOptions
  /** Reads the runs of announced events, in wall time. Called repeatedly. */
  readonly readEvents: () => Promise<readonly AnnouncedEvent[]>
  /** Converts the times of announcements to wall time (Unix ms). */
  readonly toWallMs: (gameMs: number) => number
  /** Reads the watches of the watches file. Called repeatedly. */
  readonly readWatches: () => Promise<readonly Watch[]>
  /** Predicts running events; `undefined` turns predictions off. */
  readonly predictor?: Predictor | undefined
  /** Retention of the history; `undefined`: unlimited. */
  readonly retention?: Retention | undefined
}

/** The shortest time between two polls in milliseconds, at any speed of game time. */
export const CADENCE_MIN_MS = 1_000

/** Converts a period of game time to milliseconds of wall time, at least {@link CADENCE_MIN_MS}. */
export function atSpeed(gameMs: number, speed: number): number {
  return Math.max(CADENCE_MIN_MS, gameMs / speed)
}
