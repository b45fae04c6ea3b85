import type { PollResult } from '../history-store.ts'
import type { CollectorOptions } from './collector-options.ts'
import { startInterval } from '../../platform/time/interval.ts'
import type { WatchTracker } from './watch-tracker.ts'
import type { Session } from './collector-lease.ts'
import { observeFailure } from './observe-history.ts'
import { startCollecting, type Collecting, type CollectingOptions } from './collecting-process.ts'

/** Milliseconds between two attempts to start while the store does not answer. */
const RETRY_MS = 1_000

/** One period of collecting under a lease. */
export interface CollectSession extends Session {
  /** The tracked watches; empty until collecting has started. */
  readonly followed: WatchTracker['all']
}

/** Options of a session. */
export interface SessionOptions extends Pick<
  CollectingOptions,
  'lease' | 'lost' | 'outageSinceMs' | 'timeBound'
> {
  /** Receives the poll results that could not be written before the session ended, in order. */
  readonly onUnwritten: (rounds: readonly PollResult[]) => void
}

/**
 * Starts collecting under a lease. Calls `lost` when the store reports that another process has it.
 */
export function startSession(
  settings: CollectorOptions,
  { onUnwritten, ...options }: SessionOptions,
): CollectSession {
  const { clock, observe } = settings
  const ended = new AbortController()
  const opened = new AbortController()
  let collecting: Collecting | undefined
  const open = async () => {
    collecting = await startCollecting(settings, { ...options, signal: ended.signal })
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
    get followed() {
      return collecting?.following.all ?? []
    },
    end: () => {
      ended.abort()
      return worked
    },
  }
}
