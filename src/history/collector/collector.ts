import { startSession, type CollectSession } from './collector-session.ts'
import type { CollectorOptions } from './collector-options.ts'
import type { CollectorState } from '../collector-state.ts'
import { BOARD_KINDS } from '../../game/board.ts'
import { REGIONS } from '../../game/region.ts'
import { atSpeed } from './collector-options.ts'
import { createLateRecorder } from './late-recorder.ts'
import { maintainLease } from './collector-lease.ts'
import { observeHistory } from './observe-history.ts'
import { isActive } from './poll-watch.ts'
import { createTimeBound } from './time-bound.ts'

/** Collects snapshots of watched boards while this process has the lease. */
export interface Collector {
  /** Returns the current state. */
  state(): CollectorState
  /** Stops at once: aborts polls, writes pending results, releases the lease. Idempotent. */
  close(): Promise<void>
}

/** Creates a collector, which starts as soon as no other process collects. */
export function createCollector(given: CollectorOptions): Collector {
  const timeBound = createTimeBound(given.clock, given.observe)
  const { clock } = timeBound
  const settings = { ...given, clock, store: observeHistory(given.store, given.observe) }
  const { speed } = settings
  let session: CollectSession | undefined
  const late = createLateRecorder(settings)
  const lease = maintainLease({
    ...settings,
    onStoreTime: timeBound.addStoreTime,
    startSession: (held, lost, outageSinceMs) =>
      (session = startSession(settings, {
        lease: held,
        lost,
        outageSinceMs,
        timeBound,
        onUnwritten: (rounds) => late.add(rounds),
      })),
  })
  return {
    state: () => {
      if (!lease.isHeld) return { collects: false, watches: [] }
      const nowMs = clock.nowMs()
      const active = (session?.followed ?? []).filter(({ watch }) => isActive(watch, nowMs))
      const watches = REGIONS.flatMap((region) =>
        BOARD_KINDS.flatMap((kind) => {
          const some = active.filter(
            ({ watch: { board } }) => board.region === region && board.kind === kind,
          )
          if (some.length === 0) return []
          const lags = some.map(
            ({ watch, lastMs }) => nowMs - lastMs - atSpeed(watch.cadenceMs, speed),
          )
          return [{ region, kind, count: some.length, lagMs: Math.max(0, ...lags) }]
        }),
      )
      return { collects: true, watches }
    },
    close: async () => {
      await lease.close()
      await late.close()
    },
  }
}
