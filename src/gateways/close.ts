import { CLOSE_ENVELOPE, MessageError } from '../contract/close-message.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Gateway, GatewayReply } from '../domain/gateway.ts'
import { upstreamError } from '../domain/service-error.ts'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Puts the closed shape of the contract around a gateway: nothing it sends gets past unchecked. A message that does
 * not fit is an upstream error; one that is empty where the thing itself was asked for means that it is unknown.
 */
export function closeGateway(gateway: Gateway): Gateway {
  return {
    read: (call, context) => {
      const operation = call.operation as OperationId
      const reply = gateway.read(call, context)
      return reply instanceof Promise
        ? reply.then((value) => closeReply(operation, value))
        : closeReply(operation, reply)
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function closeReply(id: OperationId, { message, fetchedAtMs }: GatewayReply): GatewayReply {
  if (message === undefined) return { message, fetchedAtMs }
  const { response, emptyIsUnknown }: OperationDeclaration = OPERATIONS[id]
  if (response === 'image/png') return { message: checkPng(message), fetchedAtMs }
  try {
    const closed = CLOSE_ENVELOPE[response](message)
    const unknown = emptyIsUnknown === true && Object.keys(closed as object).length === 0
    return { message: unknown ? undefined : closed, fetchedAtMs }
  } catch (error) {
    if (error instanceof MessageError) throw upstreamError(error)
    throw error
  }
}

function checkPng(message: unknown): Uint8Array {
  if (message instanceof Uint8Array && PNG_SIGNATURE.equals(message.subarray(0, 8))) return message
  throw upstreamError(new MessageError('The image is not a PNG.'))
}
