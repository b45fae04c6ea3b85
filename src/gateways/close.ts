import { CLOSE_ENVELOPE, MessageError } from '../contract/close-message.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { Gateway, GatewayReply } from '../domain/gateway.ts'
import { upstreamError } from '../domain/service-error.ts'
import { closeInSlices, longListOf } from './close-in-slices.ts'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Puts the closed shape of the contract around a gateway: nothing it sends gets past unchecked. A message that does
 * not fit is an upstream error; one that is empty where the thing itself was asked for means that it is unknown. A
 * message with a long list is closed in slices, and so is a promise even of a gateway that answers at once.
 */
export function closeGateway(gateway: Gateway): Gateway {
  return {
    read: (call, signal) => {
      const operation = call.operation as OperationId
      const reply = gateway.read(call, signal)
      return reply instanceof Promise
        ? reply.then((value) => closeReply(operation, value, signal))
        : closeReply(operation, reply, signal)
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function closeReply(
  id: OperationId,
  { message, fetchedAtMs }: GatewayReply,
  signal: AbortSignal,
): Awaitable<GatewayReply> {
  if (message === undefined) return { message, fetchedAtMs }
  const { response, emptyIsUnknown }: OperationDeclaration = OPERATIONS[id]
  if (response === 'image/png') return { message: checkPng(message), fetchedAtMs }
  const close = CLOSE_ENVELOPE[response]
  const longList = longListOf(message)
  if (longList !== undefined) {
    return closeInSlices(close, message, longList, signal).then(
      (closed) => ({ message: closed, fetchedAtMs }),
      throwMisfit,
    )
  }
  try {
    const closed = close(message)
    const unknown = emptyIsUnknown === true && Object.keys(closed as object).length === 0
    return { message: unknown ? undefined : closed, fetchedAtMs }
  } catch (error) {
    return throwMisfit(error)
  }
}

/** Throws what was wrong with a message as a fault of the gateway, and anything else as it is. */
function throwMisfit(error: unknown): never {
  throw error instanceof MessageError ? upstreamError(error) : error
}

function checkPng(message: unknown): Uint8Array {
  if (message instanceof Uint8Array && PNG_SIGNATURE.equals(message.subarray(0, 8))) return message
  throw upstreamError(new MessageError('The image is not a PNG.'))
}
