import { CLOSE_ENVELOPE, MessageError } from '../contract/close-message.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Clock } from '../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply } from '../domain/gateway.ts'
import type { Observe } from '../domain/observation.ts'
import { upstreamError } from '../domain/service-error.ts'
import { checkPng } from './check-png.ts'

/** What closing needs besides the gateway. */
export interface CloseSettings {
  readonly clock: Clock
  /** Hears of dropped fields and of a gateway's clock that runs ahead. */
  readonly observe: Observe
}

/**
 * Puts the closed shape of the contract around a gateway: nothing it sends gets past unchecked. A message that does
 * not fit is an upstream error; one that is empty where the thing itself was asked for means that it is unknown; a
 * fetch time ahead of our clock is cut to the time of receipt.
 */
export function closeGateway(gateway: Gateway, { clock, observe }: CloseSettings): Gateway {
  const closeReply = (call: GatewayCall, { message, fetchedAtMs }: GatewayReply): GatewayReply => ({
    message: closeMessage(call, message, observe),
    fetchedAtMs: cutToReceipt(call, fetchedAtMs),
  })
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
        ? reply.then((value) => closeReply(call, value))
        : closeReply(call, reply)
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function closeMessage(call: GatewayCall, message: unknown, observe: Observe): unknown {
  if (message === undefined) return undefined
  const { region, operation } = call
  const { response, emptyIsUnknown }: OperationDeclaration = OPERATIONS[operation as OperationId]
  if (response === 'image/png') return closeImage(message)
  try {
    const closed = CLOSE_ENVELOPE[response](message, (count) =>
      observe({ type: 'gateway.fields_dropped', region, operation, count }),
    )
    const unknown = emptyIsUnknown === true && Object.keys(closed as object).length === 0
    return unknown ? undefined : closed
  } catch (error) {
    if (error instanceof MessageError) throw upstreamError(error)
    throw error
  }
}

function closeImage(message: unknown): Uint8Array {
  const problem = message instanceof Uint8Array ? checkPng(message) : 'is not there'
  if (problem === undefined) return message as Uint8Array
  throw upstreamError(new MessageError(`The image ${problem}.`))
}
