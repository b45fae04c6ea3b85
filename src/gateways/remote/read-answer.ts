import type { OperationDeclaration } from '../../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../../contract/operations.ts'
import type { Clock } from '../../domain/clock.ts'
import { upstreamError } from '../../domain/service-error.ts'
import type { AnswerHeaders, RawAnswer } from './exchange.ts'
import { parseMessage } from './parse-message.ts'
import { headerOf, readRetryAfter } from './read-headers.ts'
import { kindOf, refusalOf, type ErrorKind } from './refusal-of.ts'
import { ACCEPT_ENCODING, canUnpack, unpackBody } from './unpack-body.ts'

/** Bytes that a message may have, packed and unpacked. */
export const MESSAGE_BYTES_MAX = 8 * 1_048_576
/** Bytes that are read of an error, packed and unpacked. */
export const ERROR_BYTES_MAX = 65_536

/** How answers of one kind are asked for and read. */
interface Format {
  readonly accept: string
  readonly acceptEncoding: string
  /** Which `Content-Type` it may have, if it has one. */
  readonly contentType: RegExp
  /** Makes the message of the unpacked body. Throws when it is none. */
  readonly parse: (body: Uint8Array) => unknown
}

const JSON_FORMAT: Format = {
  accept: 'application/json',
  acceptEncoding: ACCEPT_ENCODING,
  contentType:
    /^(?:application\/(?:[\w.+-]+\+)?json|application\/octet-stream|text\/(?:json|plain))\s*(?:;|$)/i,
  parse: parseMessage,
}
const PNG_FORMAT: Format = {
  accept: 'image/png',
  acceptEncoding: 'identity',
  contentType: /^(?:image\/(?:x-)?png|(?:application|binary)\/octet-stream)\s*(?:;|$)/i,
  // Whether it is a whole PNG is seen to where every message is closed.
  parse: (body) => body,
}

/** The headers that say which answer to an operation is wanted. */
export function acceptOf(operation: OperationId): Readonly<Record<string, string>> {
  const { accept, acceptEncoding } = formatOf(operation)
  return { accept, 'accept-encoding': acceptEncoding }
}

/** How many bytes of a body are worth reading. */
export function bytesWanted(status: number, headers: AnswerHeaders): number {
  if (!canUnpack(encodingOf(headers))) return 0
  return status === 200 ? MESSAGE_BYTES_MAX : ERROR_BYTES_MAX
}

/**
 * Reads an answer by the status table of the design (section 8): the message, or `undefined` when the thing asked for
 * is unknown. Rejects with a `ServiceError` otherwise; nothing of what was received is in its texts.
 */
export async function readAnswer(
  operation: OperationId,
  answer: RawAnswer,
  clock: Clock,
): Promise<unknown> {
  const { status, headers } = answer
  if (status === 200) return await readMessage(formatOf(operation), answer)
  const given = headers['retry-after'] === undefined ? undefined : readRetryAfter(headers, clock)
  const refusal = refusalOf(status, await readKind(answer), given)
  if (refusal !== undefined) throw refusal
  return undefined
}

async function readMessage(format: Format, { headers, body }: RawAnswer): Promise<unknown> {
  const type = headerOf(headers, 'content-type')
  if (headers['content-type'] !== undefined && !format.contentType.test(type)) {
    throw badContent('is of another content type')
  }
  const encoding = encodingOf(headers)
  if (!canUnpack(encoding)) throw badContent('is in a coding that is not known')
  if (body === undefined) throw badContent('is too large')
  let unpacked
  try {
    unpacked = await unpackBody(body, encoding, MESSAGE_BYTES_MAX)
  } catch {
    throw badContent('cannot be unpacked, or is too large')
  }
  try {
    return format.parse(unpacked)
  } catch {
    // What the parser says may quote what it read.
    throw badContent(`is no ${format.accept}`)
  }
}

async function readKind({ headers, body }: RawAnswer): Promise<ErrorKind> {
  if (body === undefined) return 'unknown'
  try {
    return kindOf(parseMessage(await unpackBody(body, encodingOf(headers), ERROR_BYTES_MAX)))
  } catch {
    return 'unknown'
  }
}

/** The codings of a body; two lines of the header are as unreadable as two codings in one. */
function encodingOf(headers: AnswerHeaders): string {
  return [headers['content-encoding'] ?? ''].flat().join(', ')
}

function formatOf(operation: OperationId): Format {
  const { response }: OperationDeclaration = OPERATIONS[operation]
  return response === 'image/png' ? PNG_FORMAT : JSON_FORMAT
}

function badContent(what: string): Error {
  return upstreamError(new Error(`The gateway answered 200 with a body that ${what}.`))
}
