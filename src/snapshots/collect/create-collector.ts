import { beginSession, type CollectSession } from './begin-session.ts'
import type { CollectorSettings } from './collector-settings.ts'
import type { CollectorState } from '../../domain/collector-state.ts'
import { BOARD_KINDS } from '../../domain/board.ts'
import { REGIONS } from '../../domain/region.ts'
import { atSpeed } from './collector-settings.ts'
import { keepLease } from './keep-lease.ts'
import { observeHistory } from './observe-history.ts'
import { isActive } from './read-watch.ts'

/** What collects snapshots of watched boards, when it is this process's turn. */
export interface Collector {
  /** What it does at this moment. */
  state(): CollectorState
  /** Stops at once: readings are aborted, what was read is written, the lease is let go of. Idempotent. */
  close(): Promise<void>
}

/** Begins to collect as soon as no other process does. */
export function createCollector(given: CollectorSettings): Collector {
  const settings = { ...given, store: observeHistory(given.store, given.observe) }
  const { clock, speed } = settings
  let session: CollectSession | undefined
  const lease = keepLease({
    ...settings,
    begin: (held, lost) => (session = beginSession(settings, held, lost)),
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
    close: () => lease.close(),
  }
}
