import type { Clock } from '../platform/time/clock.ts'
import { RECORD_KEPT_MS, type FindRecord } from './request-record.ts'
import type { UsageStore } from './usage-store.ts'
import { findInBlock } from './request-log-block.ts'

/** Creates a function that finds records in a store by the second encoded in a request id. */
export function createFindRecord(
  store: Pick<UsageStore, 'pagesOf'>,
  clock: Pick<Clock, 'nowMs'>,
): FindRecord {
  return async (written) => {
    const requestId = written.replaceAll(/\s/g, '').toLowerCase()
    if (!/^[0-9a-f]{24}$/.test(requestId)) return undefined
    const second = Number.parseInt(requestId.slice(0, 8), 16)
    if (second * 1_000 < clock.nowMs() - RECORD_KEPT_MS) return undefined
    for (const page of await store.pagesOf(second)) {
      const record = await findInBlock(page, requestId)
      if (record !== undefined) return record
    }
    return undefined
  }
}
