import { openOnUse } from '../../platform/concurrency/open-on-use.ts'
import {
  callByName,
  createStoreProxy,
  type StoreApi,
  type StoreMethods,
} from '../../platform/workers/store-proxy.ts'
import type { UsageStore } from '../usage-store.ts'

/** Whether each method of a usage store reads or writes. */
export const USAGE_METHODS: StoreMethods<UsageStore> = {
  add: 'writes',
  sums: 'reads',
  lastUsed: 'reads',
  keysLastUsed: 'reads',
  pagesOf: 'reads',
  list: 'reads',
  latencies: 'reads',
  rollUp: 'writes',
  prune: 'writes',
}

/** The methods of a worker that executes calls of a usage store. */
export type UsageApi = StoreApi<UsageStore>

/**
 * Creates a usage store that opens on first use, and again after opening failed. Closing it ends an
 * opening by its signal.
 */
export function openUsageOnUse(open: (signal: AbortSignal) => Promise<UsageStore>): UsageStore {
  const { use, close } = openOnUse('The usage store', open)
  return createStoreProxy(USAGE_METHODS, async (...call) => callByName(await use(), ...call), close)
}
