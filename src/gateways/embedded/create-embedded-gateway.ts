import type { OperationId } from '../../contract/operations.ts'
import type { Awaitable } from '../../domain/awaitable.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply, ReadContext } from '../../domain/gateway.ts'
import type { Observe } from '../../domain/observation.ts'
import type { Region } from '../../domain/region.ts'
import { unavailable } from '../../domain/service-error.ts'
import { createHold, type Hold } from './hold.ts'
import { keepFile } from './keep-file.ts'
import { openDataset } from './open-dataset.ts'
import { createReaders, type ListSizes, type Readers } from './readers/create-readers.ts'
import { identityOf, watchDataset } from './watch-dataset.ts'
import type { ReadSignal } from './read-signal.ts'

/** What an embedded gateway needs. */
export interface EmbeddedGatewayOptions {
  /** The path of a finished dataset. It is never written to. */
  readonly file: string
  /** Wall time, which `fetchedAtMs` is always told in. */
  readonly clock: Clock
  /** Game time in whole Unix milliseconds, which events and announcements go by. */
  readonly gameNowMs: () => number
  readonly sizes: ListSizes
  /** Hears of a new dataset, and of one that cannot be read. */
  readonly observe?: Observe
}

/** A gateway that answers at once, but for what is too long to be read in one go. */
export interface EmbeddedGateway extends Gateway {
  read(call: GatewayCall, context?: ReadContext): Awaitable<GatewayReply>
  onChange(listener: () => void): () => void
  close(): void
}

/** A dataset with everything prepared that answers from it. */
interface OpenDataset {
  readonly readers: Readers
  readonly hold: Hold
}

/**
 * A gateway over a dataset file: it answers at once, and by a promise only what is too long to be read in one go.
 * Opening throws when the file is no dataset of this version; a file that goes bad later makes `read` throw
 * `unavailable`. When the file is replaced, answers come from the new one within a second, each wholly from one of them;
 * a file that cannot be read, or is gone, is observed, and the old one goes on being read as it was.
 */
export function createEmbeddedGateway(options: EmbeddedGatewayOptions): EmbeddedGateway {
  const { file, clock, observe = () => {} } = options
  const seen = identityOf(file)
  let current = openWithReaders(options)
  const listeners = new Set<() => void>()
  const endWatch = watchDataset({
    file,
    clock,
    seen,
    onNew() {
      const old = current
      current = openWithReaders(options)
      old.hold.end()
      observe({ type: 'dataset.changed' })
      for (const listener of listeners) listener()
    },
    onProblem: (error) => observe({ type: 'fault', where: 'dataset', error }),
  })
  return {
    read(call, context) {
      const { readers, hold } = current
      const read = readerOf(readers, call.operation)
      const fetchedAtMs = clock.nowMs()
      const fail = (cause: unknown): never => {
        throw unavailable(cause)
      }
      try {
        const message = read(call.region, call.arguments, context)
        if (!(message instanceof Promise)) return { message, fetchedAtMs }
        return hold.until(message).then((whole) => ({ message: whole, fetchedAtMs }), fail)
      } catch (cause) {
        return fail(cause)
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      endWatch()
      current.hold.end()
    },
  }
}

function openWithReaders({ file, gameNowMs, sizes }: EmbeddedGatewayOptions): OpenDataset {
  const database = openDataset(file)
  try {
    const readers = createReaders({ database, gameNowMs, sizes })
    const letGo = keepFile(file)
    const close = () => {
      database.close()
      letGo()
    }
    return { readers, hold: createHold(close) }
  } catch (error) {
    database.close()
    throw error
  }
}

/** The reader of an operation, without its types: the stage before has checked the arguments by the same table. */
function readerOf(readers: Readers, operation: string): AnyReader {
  if (!Object.hasOwn(readers, operation)) throw new Error(`No operation is named ${operation}.`)
  return readers[operation as OperationId] as AnyReader
}

type AnyReader = (region: Region, args: unknown, context?: ReadSignal) => unknown
