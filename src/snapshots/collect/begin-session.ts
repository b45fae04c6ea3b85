import type { CollectorLease } from '../../domain/history-store.ts'
import type { CollectorSettings } from './collector-settings.ts'
import { every } from './every.ts'
import type { Following } from './follow-watches.ts'
import type { Session } from './keep-lease.ts'
import { observeFailure } from './observe-history.ts'
import { openCollecting, type Collecting } from './open-collecting.ts'

/** Milliseconds between two tries to begin where the store gives no answer. */
const RETRY_MS = 1_000

/** One time of collecting, while the lease is held. */
export interface CollectSession extends Session {
  /** The watches that are followed; none before it has begun. */
  readonly followed: Following['all']
}

/** Begins to collect under a lease. Calls `lost` when the store says that somebody else has it. */
export function beginSession(
  settings: CollectorSettings,
  lease: CollectorLease,
  lost: () => void,
): CollectSession {
  const { clock, observe } = settings
  const ended = new AbortController()
  const opened = new AbortController()
  let collecting: Collecting | undefined
  const open = async () => {
    collecting = await openCollecting(settings, { lease, lost, signal: ended.signal })
    opened.abort()
  }
  const work = async () => {
    const signal = AbortSignal.any([ended.signal, opened.signal])
    const onFailure = (error: unknown) => observeFailure(observe, error)
    await every({ clock, pauseMs: RETRY_MS, signal, onFailure }, open)
    await collecting?.run()
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
