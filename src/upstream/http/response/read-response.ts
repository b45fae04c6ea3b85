import type { OperationDeclaration } from '../../../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../../../game/operations.ts'
import { nextTurn } from '../../../platform/concurrency/next-turn.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { GatewayCall } from '../../../game/gateway.ts'
import {
  ServiceError,
  unavailable,
  upstreamError,
} from '../../../platform/http/errors/service-error.ts'
import { boundsOf } from '../../message-bounds.ts'
import { listsOf } from '../../message-lists.ts'
import { UNLIMITED, type ThreadBudget } from '../../thread-budget.ts'
import type { ResponseHeaders, RawResponse } from '../upstream-request.ts'
import { joinMessage, LARGE_BYTES, LARGE_VALUES, type SplitInWorker } from './large-message.ts'
import { parseMessage, scanMessage } from './parse-message.ts'
import { headerOf, readRetryAfter } from './read-headers.ts'
import { kindOf, errorOfResponse, type ErrorKind } from './error-of-response.ts'
import { ACCEPT_ENCODING, canDecompress, decompressBody } from './decompress-body.ts'

/** Maximum bytes of an error body, compressed and decompressed. */
export const ERROR_BYTES_MAX = 65_536
/** Bytes of a message above which it is parsed in a turn of the event loop of its own. */
const SMALL_BYTES = 16_384
/** Maximum JSON values of an error body. */
const ERROR_VALUES_MAX = 1_000

/** How responses of one media type are requested and read. */
interface Format {
  readonly accept: string
  readonly acceptEncoding: string
  /** Accepted `Content-Type`, if the response has one. */
  readonly contentType: RegExp
  /**
   * Returns the message in a decompressed body. Throws, or rejects with a `SyntaxError`, when it is
   * malformed.
   */
  readonly parse: (body: Uint8Array, options: ReadResponseOptions) => unknown
}

/** Options of {@link readResponse}. */
export interface ReadResponseOptions {
  readonly call: GatewayCall
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Parses large messages on another thread. Without it, the calling thread parses them. */
  readonly splitInWorker?: SplitInWorker | undefined
  /** Time of the calling thread that messages of the region may take; unlimited by default. */
  readonly budget?: ThreadBudget | undefined
}

const JSON_FORMAT: Format = {
  accept: 'application/json',
  acceptEncoding: ACCEPT_ENCODING,
  contentType:
    /^(?:application\/(?:[\w.+-]+\+)?json|application\/octet-stream|text\/(?:json|plain))\s*(?:;|$)/i,
  parse: parseJson,
}
const PNG_FORMAT: Format = {
  accept: 'image/png',
  acceptEncoding: 'identity',
  contentType: /^(?:image\/(?:x-)?png|(?:application|binary)\/octet-stream)\s*(?:;|$)/i,
  // The normalizing gateway checks the PNG.
  parse: (body) => body,
}

/** Returns the request headers that describe the accepted response to an operation. */
export function acceptOf(operation: OperationId): Readonly<Record<string, string>> {
  const { accept, acceptEncoding } = formatOf(operation)
  return { accept, 'accept-encoding': acceptEncoding }
}

/** Returns the maximum number of body bytes to read. */
export function responseBytesMax(
  call: GatewayCall,
  status: number,
  headers: ResponseHeaders,
): number {
  if (!canDecompress(encodingOf(headers))) return 0
  return status === 200 ? boundsOf(call).bytes : ERROR_BYTES_MAX
}

/**
 * Reads a response by the status table of the design (section 8). Resolves to the message, or to
 * `undefined` when the requested thing is unknown. Rejects with a `ServiceError` otherwise; its
 * texts repeat nothing of the response.
 */
export async function readResponse(
  response: RawResponse,
  options: ReadResponseOptions,
): Promise<unknown> {
  const { status, headers } = response
  if (status === 200) return await readMessage(response, options)
  const retryAfterS =
    headers['retry-after'] === undefined ? undefined : readRetryAfter(headers, options.clock)
  const rejection = errorOfResponse(status, await readKind(response, options), retryAfterS)
  if (rejection !== undefined) throw rejection
  return undefined
}

async function readMessage(
  { headers, body }: RawResponse,
  options: ReadResponseOptions,
): Promise<unknown> {
  const format = formatOf(options.call.operation as OperationId)
  const type = headerOf(headers, 'content-type')
  if (headers['content-type'] !== undefined && !format.contentType.test(type)) {
    throw badContent('has an unexpected content type')
  }
  const encoding = encodingOf(headers)
  if (!canDecompress(encoding)) throw badContent('has an unknown content coding')
  if (body === undefined) throw badContent('is too large')
  let decompressed
  try {
    decompressed = await decompressBody(body, encoding, boundsOf(options.call).bytes)
  } catch {
    throw badContent('cannot be decompressed, or is too large')
  }
  try {
    return await format.parse(decompressed, options)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    // The error of the parser may quote the input.
    throw badContent(`is not ${format.accept}`)
  }
}

async function parseJson(bytes: Uint8Array, options: ReadResponseOptions): Promise<unknown> {
  const { call, signal, splitInWorker, budget = UNLIMITED } = options
  const valuesMax = boundsOf(call).values
  if (bytes.length <= LARGE_BYTES || splitInWorker === undefined) {
    // Several messages that arrive together would block the thread for longer than one.
    if (bytes.length > SMALL_BYTES) await nextTurn(signal)
    const parsed = await budget.run(
      () => {
        const scanned = scanMessage(bytes, valuesMax)
        const isLarge = scanned.values > LARGE_VALUES && splitInWorker !== undefined
        return isLarge ? undefined : { message: scanned.parse() }
      },
      { signal },
    )
    if (parsed !== undefined || splitInWorker === undefined) return parsed?.message
  }
  return await parseInWorker(bytes, splitInWorker, options)
}

async function parseInWorker(
  bytes: Uint8Array,
  splitInWorker: SplitInWorker,
  { call, signal, budget }: ReadResponseOptions,
): Promise<unknown> {
  const valuesMax = boundsOf(call).values
  const lists = listsOf(call.operation as OperationId)
  return splitInWorker({ bytes, valuesMax, lists }).then(
    (chunks) => joinMessage(chunks, signal, budget),
    (error: unknown) => {
      throw error instanceof SyntaxError ? error : unavailable(error, undefined, 'queue_full')
    },
  )
}

async function readKind(
  { headers, body }: RawResponse,
  { signal, budget = UNLIMITED }: ReadResponseOptions,
): Promise<ErrorKind> {
  if (body === undefined) return 'unknown'
  try {
    const bytes = await decompressBody(body, encodingOf(headers), ERROR_BYTES_MAX)
    return kindOf(await budget.run(() => parseMessage(bytes, ERROR_VALUES_MAX), { signal }))
  } catch {
    return 'unknown'
  }
}

/**
 * Returns the content codings of a body. Repeated header lines are joined, and so are as unreadable
 * as two codings in one line.
 */
function encodingOf(headers: ResponseHeaders): string {
  return [headers['content-encoding'] ?? ''].flat().join(', ')
}

function formatOf(operation: OperationId): Format {
  const { response }: OperationDeclaration = OPERATIONS[operation]
  return response === 'image/png' ? PNG_FORMAT : JSON_FORMAT
}

function badContent(problem: string): Error {
  return upstreamError(new Error(`The gateway answered 200 with a body that ${problem}.`))
}
