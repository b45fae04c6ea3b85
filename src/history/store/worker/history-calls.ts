import { LeaseLost, type HistoryStore } from '../../history-store.ts'
import { openOnUse } from '../../../platform/concurrency/open-on-use.ts'
import { ServiceError, unavailable } from '../../../platform/http/errors/service-error.ts'
import {
  callByName,
  createStoreProxy,
  type CallStore,
  type StoreMethods,
} from '../../../platform/workers/store-proxy.ts'

/** Whether each method of a history store reads or writes. */
export const HISTORY_METHODS: StoreMethods<HistoryStore> = {
  acquireLease: 'writes',
  releaseLease: 'writes',
  record: 'writes',
  recordLate: 'writes',
  putEvents: 'writes',
  putAccuracy: 'writes',
  downsample: 'writes',
  patchFacts: 'writes',
  putWatch: 'writes',
  removeWatch: 'writes',
  watches: 'reads',
  events: 'reads',
  runs: 'reads',
  facts: 'reads',
  snapshot: 'reads',
  snapshotInfo: 'reads',
  series: 'reads',
  playerTrack: 'reads',
  anomalies: 'reads',
  predictions: 'reads',
  accuracy: 'reads',
  counts: 'reads',
  gaps: 'reads',
  liveAfter: 'reads',
  newestLive: 'reads',
}

/** Creates a history store whose methods are executed by `call`. Rejects as the port does. */
export function createHistoryProxy(
  call: CallStore<HistoryStore>,
  close: () => Promise<void>,
): HistoryStore {
  return createStoreProxy(
    HISTORY_METHODS,
    async (name, args) => {
      try {
        return await call(name, args)
      } catch (error) {
        const isKnown = error instanceof LeaseLost || error instanceof ServiceError
        throw isKnown ? error : unavailable(error)
      }
    },
    close,
  )
}

/**
 * Creates a history store that is opened on first use, and again after a failed opening. Creating
 * it does not wait for an unavailable database; closing it ends an opening by its signal.
 */
export function openHistoryOnUse(
  open: (signal: AbortSignal) => Promise<HistoryStore>,
): HistoryStore {
  const { use, close } = openOnUse('The history store', open)
  return createHistoryProxy(async (...call) => callByName(await use(), ...call), close)
}
