import { type CollectorOptions, atSpeed } from './collector-options.ts'
import type { CollectorState } from '../collector-state.ts'
import { BOARD_KINDS } from '../../game/board.ts'
import { REGIONS } from '../../game/region.ts'
import { createLateRecorder } from './recording/late-recorder.ts'
import { maintainLease, type Session } from '../../platform/concurrency/maintain-lease.ts'
import { observeHistory, observeFailure } from './recording/observe-history.ts'
import { isActive } from './polling/poll-watch.ts'
import { createTimeBound } from './polling/time-bound.ts'
import type { PollResult } from '../history-store.ts'
import { startInterval } from '../../platform/time/interval.ts'
import type { WatchTracker } from './polling/watch-tracker.ts'
import { startCollecting, type Collecting, type CollectingOptions } from './collecting-process.ts'

/** Collects snapshots of watched boards while this process has the lease. */
export interface Collector {
  /** Returns the current state. */
  state(): CollectorState
  /** Stops: aborts polls, writes pending results, releases the lease. Idempotent. */
  close(): Promise<void>
}

/** Creates a collector. It starts when it acquires the lease, which one process has at a time. */
export function createCollector(options: CollectorOptions): Collector {
  const timeBound = createTimeBound(options.clock, options.observe)
  const { clock } = timeBound
  const collectorOptions = {
    ...options,
    clock,
    store: observeHistory(options.store, options.observe),
  }
  const { speed } = collectorOptions
  let session: CollectSession | undefined
  const late = createLateRecorder(collectorOptions)
  const lease = maintainLease({
    ...collectorOptions,
    storeName: 'The history store',
    onHeld: (held) => options.observe({ type: 'collector.lease', held }),
    onFailure: (error) => observeFailure(options.observe, error),
    onStoreTime: timeBound.addStoreTime,
    startSession: (held, lost, outageSinceMs) =>
      (session = startSession(collectorOptions, {
        lease: held,
        lost,
        outageSinceMs,
        timeBound,
        onUnwritten: (results) => late.add(results),
      })),
  })
  return {
    state: () => {
      if (!lease.isHeld) return { collects: false, watches: [] }
      const nowMs = clock.nowMs()
      const active = (session?.tracked ?? []).filter(({ watch }) => isActive(watch, nowMs))
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

/** Milliseconds between two attempts to start while the store does not answer. */
const RETRY_MS = 1_000

/** One period of collecting under a lease. */
interface CollectSession extends Session {
  /** The tracked watches; empty until collecting has started. */
  readonly tracked: WatchTracker['all']
}

/** Options of a session. */
interface SessionOptions extends Pick<
  CollectingOptions,
  'lease' | 'lost' | 'outageSinceMs' | 'timeBound'
> {
  /** Receives the poll results that could not be written before the session ended, in order. */
  readonly onUnwritten: (results: readonly PollResult[]) => void
}

/**
 * Starts collecting under a lease. Calls `lost` when the store reports that another process has it.
 */
function startSession(
  collectorOptions: CollectorOptions,
  { onUnwritten, ...options }: SessionOptions,
): CollectSession {
  const { clock, observe } = collectorOptions
  const ended = new AbortController()
  const opened = new AbortController()
  let collecting: Collecting | undefined
  const open = async () => {
    collecting = await startCollecting(collectorOptions, { ...options, signal: ended.signal })
    opened.abort()
  }
  const work = async () => {
    const signal = AbortSignal.any([ended.signal, opened.signal])
    const onFailure = (error: unknown) => observeFailure(observe, error)
    await startInterval({ clock, pauseMs: RETRY_MS, signal, onFailure }, open)
    onUnwritten((await collecting?.run()) ?? [])
  }
  const worked = work()
  return {
    get tracked() {
      return collecting?.watchTracker.all ?? []
    },
    end: () => {
      ended.abort()
      return worked
    },
  }
}
