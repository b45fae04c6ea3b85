import { NORMALIZE_ENVELOPE, MessageError, type NormalizeMessage } from './normalize-message.ts'
import type { OperationDeclaration } from '../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../game/operations.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Gateway, GatewayCall, GatewayReply, ReadContext } from '../game/gateway.ts'
import type { ObserveGateways } from './observations.ts'
import { upstreamError } from '../platform/http/errors/service-error.ts'
import { checkPng } from './check-png.ts'
import { UNLIMITED, type ThreadBudget } from './thread-budget.ts'
import type { Region } from '../game/region.ts'
import { normalizeInChunks, CHUNK_ELEMENTS } from './normalize-in-chunks.ts'
import { listsOf, longestList } from './message-lists.ts'

/** Options of {@link normalizeGateway}. */
export interface NormalizeOptions {
  readonly clock: Clock
  /** Receives the numbers of dropped fields and fetch times that are ahead of this clock. */
  readonly observe: ObserveGateways
  /**
   * Time of this thread that normalizing the messages of each region may take; unlimited by
   * default.
   */
  readonly budgets?: Readonly<Record<Region, ThreadBudget>> | undefined
}

/**
 * Normalizes every message of a gateway. A message that does not match its schema is an upstream
 * error. An empty message is "not found" for operations that declare `emptyIsUnknown`. A fetch time
 * ahead of this clock becomes the time of receipt. A message with a long list is normalized in
 * chunks, which returns a promise even if the gateway replies synchronously; so does a message that
 * waits for the budget of its region.
 */
export function normalizeGateway(
  gateway: Gateway,
  { clock, observe, budgets }: NormalizeOptions,
): Gateway {
  const normalizeReply = (
    call: GatewayCall,
    { message, ...dates }: GatewayReply,
    context: ReadContext,
  ): Awaitable<GatewayReply> => {
    const cutDates = { ...dates, fetchedAtMs: cutToReceipt(call, dates.fetchedAtMs) }
    const budget = budgets?.[call.region] ?? UNLIMITED
    const normalized = normalizeContent(call, message, { context, observe, budget })
    return normalized instanceof Promise
      ? normalized.then((value: unknown) => ({ message: value, ...cutDates }))
      : { message: normalized, ...cutDates }
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
        ? reply.then((value) => normalizeReply(call, value, context))
        : normalizeReply(call, reply, context)
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function normalizeContent(
  { region, operation }: GatewayCall,
  message: unknown,
  {
    context,
    observe,
    budget,
  }: {
    readonly context: ReadContext
    readonly observe: ObserveGateways
    readonly budget: ThreadBudget
  },
): unknown {
  if (message === undefined) return undefined
  const { response, emptyIsUnknown }: OperationDeclaration = OPERATIONS[operation as OperationId]
  if (response === 'image/png') return budget.run(() => normalizeImage(message), context)
  const normalize: NormalizeMessage = (raw) =>
    NORMALIZE_ENVELOPE[response](raw, (count) =>
      observe({ type: 'gateway.fields_dropped', region, operation, count }),
    )
  const longList = longestList(message, listsOf(operation as OperationId), CHUNK_ELEMENTS)
  if (longList !== undefined) {
    return normalizeInChunks(normalize, message, longList, context.signal, budget).catch(
      throwUpstreamError,
    )
  }
  return budget.run(() => {
    try {
      const normalized = normalize(message)
      const unknown = emptyIsUnknown === true && Object.keys(normalized as object).length === 0
      return unknown ? undefined : normalized
    } catch (error) {
      return throwUpstreamError(error)
    }
  }, context)
}

/** Throws a schema mismatch as an upstream error, and any other error unchanged. */
function throwUpstreamError(error: unknown): never {
  throw error instanceof MessageError ? upstreamError(error) : error
}

function normalizeImage(message: unknown): Uint8Array {
  const problem = message instanceof Uint8Array ? checkPng(message) : 'is missing'
  if (problem === undefined) return message as Uint8Array
  throw upstreamError(new MessageError(`The image ${problem}.`))
}
