import { CLOSE_ENVELOPE, MessageError, type CloseMessage } from '../contract/close-message.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { Clock } from '../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply, ReadContext } from '../domain/gateway.ts'
import type { Observe } from '../domain/observation.ts'
import { upstreamError } from '../domain/service-error.ts'
import { checkPng } from './check-png.ts'
import { closeInSlices, longListOf } from './close-in-slices.ts'

/** What closing needs besides the gateway. */
export interface CloseSettings {
  readonly clock: Clock
  /** Hears of dropped fields and of a gateway's clock that runs ahead. */
  readonly observe: Observe
}

/**
 * Puts the closed shape of the contract around a gateway: nothing it sends gets past unchecked. A message that does
 * not fit is an upstream error; one that is empty where the thing itself was asked for means that it is unknown; a
 * fetch time ahead of our clock is cut to the time of receipt. A message with a long list is closed in slices, and so
 * is a promise even of a gateway that answers at once.
 */
export function closeGateway(gateway: Gateway, { clock, observe }: CloseSettings): Gateway {
  const closeReply = (
    call: GatewayCall,
    { message, fetchedAtMs }: GatewayReply,
    context: ReadContext,
  ): Awaitable<GatewayReply> => {
    const cutMs = cutToReceipt(call, fetchedAtMs)
    const closed = closeMessage(call, message, context, observe)
    return closed instanceof Promise
      ? closed.then((value: unknown) => ({ message: value, fetchedAtMs: cutMs }))
      : { message: closed, fetchedAtMs: cutMs }
  }
  const cutToReceipt = ({ region }: GatewayCall, fetchedAtMs: number): number => {
    const nowMs = clock.nowMs()
    if (fetchedAtMs <= nowMs) return fetchedAtMs
    observe({ type: 'gateway.clock_ahead', region, aheadMs: fetchedAtMs - nowMs })
    return nowMs
  }
  return {
    read: (call, context) => {
      const reply = gateway.read(call, context)
      return reply instanceof Promise
        ? reply.then((value) => closeReply(call, value, context))
        : closeReply(call, reply, context)
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function closeMessage(
  { region, operation }: GatewayCall,
  message: unknown,
  context: ReadContext,
  observe: Observe,
): unknown {
  if (message === undefined) return undefined
  const { response, emptyIsUnknown }: OperationDeclaration = OPERATIONS[operation as OperationId]
  if (response === 'image/png') return closeImage(message)
  const close: CloseMessage = (given) =>
    CLOSE_ENVELOPE[response](given, (count) =>
      observe({ type: 'gateway.fields_dropped', region, operation, count }),
    )
  const longList = longListOf(message)
  if (longList !== undefined) {
    return closeInSlices(close, message, longList, context.signal).catch(throwMisfit)
  }
  try {
    const closed = close(message)
    const unknown = emptyIsUnknown === true && Object.keys(closed as object).length === 0
    return unknown ? undefined : closed
  } catch (error) {
    return throwMisfit(error)
  }
}

/** Throws what was wrong with a message as a fault of the gateway, and anything else as it is. */
function throwMisfit(error: unknown): never {
  throw error instanceof MessageError ? upstreamError(error) : error
}

function closeImage(message: unknown): Uint8Array {
  const problem = message instanceof Uint8Array ? checkPng(message) : 'is not there'
  if (problem === undefined) return message as Uint8Array
  throw upstreamError(new MessageError(`The image ${problem}.`))
}
