import type { Static } from '#libraries/typebox'
import { RECORD_KEPT_MS, type RequestRecord } from '../../usage/request-record.ts'
import { secondOf } from '../../usage/request-cursor.ts'
import type { REQUEST_OPERATIONS } from '../contract/request-operations.ts'
import type { UsageFilter } from './query-usage.ts'
import type { UsageOptions } from './usage-options.ts'

const LIMIT_BY_DEFAULT = 50

type ListQuery = Static<(typeof REQUEST_OPERATIONS)['requests.list']['query']>
type ListReply = Static<(typeof REQUEST_OPERATIONS)['requests.list']['reply']>
type OperatorReply = Static<(typeof REQUEST_OPERATIONS)['operator.requests']['reply']>

/** The records of a page, and how far the search has come. */
interface FoundRequests {
  readonly records: readonly RequestRecord[]
  readonly position: Omit<ListReply, 'requests'>
}

/** Finds a page of the requests that a query selects, newest first. */
export async function findRequests(
  { store, clock }: Pick<UsageOptions, 'store' | 'clock'>,
  query: ListQuery,
  { developerId, keyIds }: UsageFilter,
): Promise<FoundRequests> {
  const { status, code, operation, region, cache, slowMs, before, limit = LIMIT_BY_DEFAULT } = query
  const sinceMs = clock.nowMs() - RECORD_KEPT_MS
  const filter = { status, code, operation, region, cache, slowMs, developerId, keyIds }
  const sinceS = Math.ceil(sinceMs / 1_000)
  const { records, next } = await store.list({ ...filter, before, limit, sinceS })
  const position =
    next === undefined ? { searchedToMs: sinceMs } : { next, searchedToMs: secondOf(next) * 1_000 }
  return { records, position }
}

/** Describes a page for its developer. */
export function describeRequests({ records, position }: FoundRequests): ListReply {
  return { requests: records.map(describe), ...position }
}

/** Describes a page for an operator, with the developers of the requests. */
export async function describeWithDevelopers(
  { names }: Pick<UsageOptions, 'names'>,
  { records, position }: FoundRequests,
): Promise<OperatorReply> {
  const ids = new Set(records.flatMap((record) => ownerOf(record) ?? []))
  const known = await names().developers([...ids])
  const requests = records.map((record) => {
    const developerId = ownerOf(record)
    if (developerId === undefined) return describe(record)
    return { ...describe(record), developer: { developerId, name: known.get(developerId) ?? '' } }
  })
  return { requests, ...position }
}

function ownerOf({ developerId, rejectedKey }: RequestRecord): string | undefined {
  return developerId ?? rejectedKey?.developerId
}

function describe(record: RequestRecord): ListReply['requests'][number] {
  const { requestId, atMs, status, complete, code, operation, region, cache } = record
  const keyId = record.keyId ?? record.rejectedKey?.keyId
  return {
    requestId,
    atMs,
    status,
    durationMs: Math.round(record.durationMs * 1_000) / 1_000,
    complete,
    ...(code !== undefined && { code }),
    ...(operation !== undefined && { operation }),
    ...(region !== undefined && { region }),
    ...(keyId !== undefined && { keyId }),
    ...(cache !== undefined && { cache }),
  }
}
