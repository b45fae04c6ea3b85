import { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'
import type { OperationEntry } from './operation-entry.ts'
import { readCacheStatus, readCount, readFreshness } from './read-freshness.ts'
import { publishLimits, readLimits } from './read-limits.ts'
import { readMessage } from './read-message.ts'
import type { PublicResult, Result } from './result.ts'
import type { Answer } from './transport.ts'

/** Options of the readers of responses. */
export interface ReadOptions {
  readonly clock: Clock
  /** Whether defaults are filled in. */
  readonly fills: boolean
}

/**
 * Returns the result of a keyed response; callers that share a response get one each. Throws
 * `unexpected_answer` unless it has Backline's headers and the body of the operation.
 */
export function readResult(
  { shape }: OperationEntry,
  answer: Answer,
  { clock, fills }: ReadOptions,
): Result<unknown> {
  const { headers } = answer
  const freshness = readFreshness(answer, clock)
  if (freshness === undefined) {
    throw unexpected(answer, 'It has no X-Fetched-At and Age, which a proxy must pass.')
  }
  const requestId = headers.get('x-request-id') ?? ''
  return {
    data: readData(shape, answer, fills),
    ...freshness,
    joined: false,
    limits: publishLimits(readLimits(headers)),
    requestId,
    requestIds: [requestId],
  }
}

/** Options of {@link readPublicResult}. */
export interface PublicReadOptions extends ReadOptions {
  /** The header that every response has. */
  readonly header: string
  /** Whether every field of the shape is required. */
  readonly isWhole?: boolean
}

/**
 * Returns the result of a response without an age: of the public API, or of one that reads limits.
 * Throws `unexpected_answer` unless it has its header and the body of the operation.
 */
export function readPublicResult(
  { shape }: Pick<OperationEntry, 'shape'>,
  answer: Answer,
  { clock, fills, header, isWhole = false }: PublicReadOptions,
): PublicResult<unknown> {
  const { headers, receivedAtMs } = answer
  if (!headers.has(header))
    throw unexpected(answer, `It has no ${header}, which a proxy must pass.`)
  const data = readData(shape, answer, fills && !isWhole)
  const missing = Object.keys(shape ?? {}).find((name) => !Object.hasOwn(data as object, name))
  if (isWhole && missing !== undefined) throw unexpected(answer, `It has no ${missing}.`)
  const fetchedAtMs = readCount(headers.get('x-fetched-at'))
  const lifetimeS = /\bmax-age=(\d{1,9})/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0
  const agedMs = (readCount(headers.get('age')) ?? 0) * 1_000 + clock.nowMs() - receivedAtMs
  return {
    data,
    fetchedAt: fetchedAtMs === undefined ? undefined : new Date(fetchedAtMs),
    fetchedAtMs,
    freshForMs: Math.max(0, Math.round(Number(lifetimeS) * 1_000 - agedMs)),
    limits: publishLimits(readLimits(headers)),
    requestId: headers.get('x-request-id') ?? undefined,
    cacheStatus: readCacheStatus(headers.get('cache-status') ?? ''),
  }
}

function readData(shape: object | undefined, answer: Answer, fills: boolean): unknown {
  if (shape === undefined) return new Uint8Array(answer.body.slice(0))
  try {
    return readMessage(shape, JSON.parse(new TextDecoder().decode(answer.body)), fills)
  } catch (cause) {
    throw unexpected(answer, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function unexpected({ address, headers }: Answer, reason: string, cause?: unknown): BacklineError {
  const message = `The response is not Backline's. ${reason} Check baseUrl.`
  const requestId = headers.get('x-request-id') ?? undefined
  return new BacklineError('unexpected_answer', message, { address, status: 200, requestId, cause })
}
