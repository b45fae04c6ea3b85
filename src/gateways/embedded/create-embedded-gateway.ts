import type { OperationId } from '../../contract/operations.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply } from '../../domain/gateway.ts'
import type { Region } from '../../domain/region.ts'
import { unavailable } from '../../domain/service-error.ts'
import { openDataset } from './open-dataset.ts'
import { createReaders, type ListSizes, type Readers } from './readers/create-readers.ts'

/** What an embedded gateway needs. */
export interface EmbeddedGatewayOptions {
  /** The path of a finished dataset. It is never written to. */
  readonly file: string
  /** Wall time, which `fetchedAtMs` is always told in. */
  readonly clock: Clock
  /** Game time in whole Unix milliseconds, which events and announcements go by. */
  readonly gameNowMs: () => number
  readonly sizes: ListSizes
}

/** A gateway that answers at once: what the port lets be a promise never is one here. */
export interface EmbeddedGateway extends Gateway {
  read(call: GatewayCall): GatewayReply
  close(): void
}

/**
 * A gateway over a dataset file: it answers at once, never by a promise, and ignores the signal. Opening throws when
 * the file is no dataset of this version; a file that goes bad later makes `read` throw `unavailable`. A file that
 * is replaced while it is open goes on being read as it was.
 */
export function createEmbeddedGateway({
  file,
  clock,
  gameNowMs,
  sizes,
}: EmbeddedGatewayOptions): EmbeddedGateway {
  const database = openDataset(file)
  const readers = createReaders({ database, gameNowMs, sizes })
  return {
    read(call) {
      const read = readerOf(readers, call.operation)
      try {
        return { message: read(call.region, call.arguments), fetchedAtMs: clock.nowMs() }
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}

/** The reader of an operation, without its types: the stage before has checked the arguments by the same table. */
function readerOf(readers: Readers, operation: string): (region: Region, args: unknown) => unknown {
  if (!Object.hasOwn(readers, operation)) throw new Error(`No operation is named ${operation}.`)
  return readers[operation as OperationId] as (region: Region, args: unknown) => unknown
}
