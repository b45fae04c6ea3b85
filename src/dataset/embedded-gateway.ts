import { close as closeFile, openSync } from 'node:fs'
import type { OperationId } from '../game/operations.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Gateway, GatewayCall, GatewayReply, ReadContext } from '../game/gateway.ts'
import type { ObserveDataset } from './observations.ts'
import type { Region } from '../game/region.ts'
import { unavailable } from '../platform/http/errors/service-error.ts'
import { createRefCounted, type RefCounted } from './ref-counted.ts'
import { openDataset } from './open-dataset.ts'
import { createHandlers, type ListSizes, type Handlers } from './operations/handlers.ts'
import { identityOf, watchDataset } from './watch-dataset.ts'
import type { ReadSignal } from './read-signal.ts'

/** Options of {@link createEmbeddedGateway}. */
export interface EmbeddedGatewayOptions {
  /** Path of a complete dataset. It is never written to. */
  readonly file: string
  /** Wall time, used for `fetchedAtMs`. */
  readonly clock: Clock
  /** Game time in whole Unix milliseconds, used for events and announcements. */
  readonly gameNowMs: () => number
  readonly sizes: ListSizes
  /** Observes dataset changes and unreadable datasets. */
  readonly observe?: ObserveDataset
}

/**
 * A gateway that replies synchronously, except for reads that need several turns of the event loop.
 */
export interface EmbeddedGateway extends Gateway {
  read(call: GatewayCall, context?: ReadContext): Awaitable<GatewayReply>
  readonly onChange: (listener: () => void) => () => void
  close(): void
}

/** An open dataset with prepared statements. */
interface OpenDataset {
  readonly handlers: Handlers
  readonly references: RefCounted
}

/**
 * Creates a gateway over a dataset file. Replies synchronously, except for long reads. Throws when
 * the file is not a dataset of this version; when the file becomes unreadable later, `read` throws
 * `unavailable`. After the file was replaced, replies come from the new one within a second, each
 * completely from one of the two. An unreadable or missing file is observed, and the old dataset
 * stays in use.
 */
export function createEmbeddedGateway(options: EmbeddedGatewayOptions): EmbeddedGateway {
  const { file, clock, observe = () => {} } = options
  const identity = identityOf(file)
  let current = openWithHandlers(options)
  const listeners = new Set<() => void>()
  const stopWatching = watchDataset({
    file,
    clock,
    openedIdentity: identity,
    onReplaced() {
      const old = current
      current = openWithHandlers(options)
      old.references.end()
      observe({ type: 'dataset.changed' })
      for (const listener of listeners) listener()
    },
    onFault: (error) => observe({ type: 'fault', where: 'dataset', error }),
  })
  return {
    read(call, context) {
      const { handlers, references } = current
      const read = handlerOf(handlers, call.operation)
      const fetchedAtMs = clock.nowMs()
      const fail = (cause: unknown): never => {
        throw unavailable(cause)
      }
      try {
        const message = read(call.region, call.arguments, context)
        if (!(message instanceof Promise)) return { message, fetchedAtMs }
        return references.during(message).then((whole) => ({ message: whole, fetchedAtMs }), fail)
      } catch (cause) {
        return fail(cause)
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      stopWatching()
      current.references.end()
    },
  }
}

function openWithHandlers({ file, gameNowMs, sizes }: EmbeddedGatewayOptions): OpenDataset {
  const database = openDataset(file)
  try {
    const handlers = createHandlers({ database, gameNowMs, sizes })
    const releaseFile = retainFile(file)
    const close = () => {
      database.close()
      releaseFile()
    }
    return { handlers, references: createRefCounted(close) }
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Returns the untyped handler of an operation: an earlier stage has validated the arguments against
 * the same table.
 */
function handlerOf(handlers: Handlers, operation: string): AnyHandler {
  if (!Object.hasOwn(handlers, operation)) throw new Error(`No operation is named ${operation}.`)
  return handlers[operation as OperationId] as AnyHandler
}

type AnyHandler = (region: Region, args: unknown, context?: ReadSignal) => unknown

/**
 * Opens a file so that its data outlives its name, for readers with other descriptors. Returns the
 * function that closes it asynchronously: closing the last descriptor of an unlinked file frees its
 * blocks, which takes 200 ms per gigabyte and here runs on the thread pool. Throws if the file does
 * not exist.
 */
function retainFile(file: string): () => void {
  const descriptor = openSync(file, 'r')
  // A failed close cannot be handled.
  return () => closeFile(descriptor, () => {})
}
