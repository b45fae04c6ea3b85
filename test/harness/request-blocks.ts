import { createRequestCount } from '../../src/usage/count-requests.ts'
import type { RequestAnswered } from '../../src/usage/observations.ts'
import { createRequestLog } from '../../src/usage/request-log.ts'
import { sealBlock } from '../../src/usage/request-log-block.ts'
import type { RequestLogBlock } from '../../src/usage/usage-store.ts'

/** A request of a test: what differs from an ordinary success. */
export type TestRequest = Partial<RequestAnswered> & { readonly atMs: number }

/** Returns the id of the nth request of a test, which started at this time (Unix ms). */
export function requestIdOf(atMs: number, nth: number): string {
  const second = Math.floor(atMs / 1_000)
  return second.toString(16).padStart(8, '0') + nth.toString(16).padStart(16, '0')
}

/** Seals requests of a process as one block; `firstNth` numbers them. */
export async function blockOf(
  requests: readonly TestRequest[],
  firstNth: number,
): Promise<RequestLogBlock> {
  const [count, log] = [createRequestCount(), createRequestLog()]
  for (const [nth, { atMs, ...fields }] of requests.entries()) {
    const answered: RequestAnswered = {
      type: 'request.answered',
      requestId: requestIdOf(atMs, firstNth + nth),
      isKeyed: true,
      keyId: 'key',
      developerId: 'developer',
      operation: 'event.ranking',
      region: 'jp',
      method: 'GET',
      status: 200,
      complete: true,
      durationMs: 1,
      violated: [],
      cache: 'miss',
      ...fields,
    }
    log.add(answered, count.count(answered, atMs), atMs)
  }
  const { page } = log.drainBlocks()
  if (page === undefined) throw new Error('A block has at least one request.')
  return sealBlock(page)
}
