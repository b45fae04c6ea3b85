import type { Encoding } from '../../platform/http/content/content-encoding.ts'
import type { Region } from '../../game/region.ts'
import type { PublicEnvelope, PublicEnvelopeName } from './public-messages.ts'
import type { ChartType, FeedType } from './public-operation.ts'
import type { PUBLIC_OPERATIONS, PublicArguments, PublicOperationId } from './public-operations.ts'

/** A message that is not yet encoded. */
export interface PublicMessage<Name extends PublicEnvelopeName = PublicEnvelopeName> {
  readonly type: 'message'
  readonly message: PublicEnvelope<Name>
  /** Fetch time of its snapshot, in Unix milliseconds; `undefined` when it has none or several. */
  readonly fetchedAtMs?: number | undefined
  /** Milliseconds from now until newer data can exist. */
  readonly freshForMs: number
}

/** The representation that a client accepts, and those that it has cached. */
export interface PublicPreferences {
  /** Accepted compression; `undefined`: none. */
  readonly encoding: Encoding | undefined
  /** Tags of `If-None-Match`, or `*` for any content. A matching answer has no body. */
  readonly known: readonly string[]
}

/** An encoded message, or a feed. */
export interface PublicAnswer {
  readonly type: 'answer'
  /** Content hash of the uncompressed bytes: letters, digits, `-` and `_`. */
  readonly tag: string
  /** The bytes in `encoding`; `undefined` when the client has them cached. */
  readonly body: Uint8Array | undefined
  /** `undefined`: not compressed. */
  readonly encoding: Encoding | undefined
  /** Fetch time of its snapshot, in Unix milliseconds; `undefined` when it has none or several. */
  readonly fetchedAtMs: number | undefined
  /** Milliseconds from now until newer data can exist. */
  readonly freshForMs: number
}

/** Streamed bytes: live events or a file. The operation table declares the content type. */
export interface PublicStream {
  readonly type: 'stream'
  /**
   * Produces the first chunk on the first read. Not read when the client has the content cached.
   */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly cacheControl: string
  /** Total number of bytes, if known. */
  readonly byteLength?: number
  /** Content hash: letters, digits, `-` and `_`. A client that has it cached receives 304. */
  readonly tag?: string
  /** Called once, after the body is sent or the client disconnected, even if no chunk was read. */
  readonly onFinished?: () => void
}

/** The bytes of a chart. */
export interface PublicBody {
  readonly body: Uint8Array
  /** Compression of the bytes; `undefined`: none. */
  readonly encoding: Encoding | undefined
}

/** The client of a chart: its network, for fair queueing, and the compression it accepts. */
export type ChartClient = Pick<PublicClient, 'network' | 'encoding'>

/** A chart that is not yet drawn. The operation table declares the content type. */
export interface PublicChart {
  readonly type: 'chart'
  /**
   * Draws the chart, or returns it from the cache. Uses no read slot. Not called when the client
   * has the chart cached. Rejects with a `ServiceError` `unavailable` when the render queue is
   * full.
   */
  readonly draw: (client: ChartClient) => Promise<PublicBody>
  /**
   * Hash of the data to draw: letters, digits, `-` and `_`. A client that has it cached receives
   * 304.
   */
  readonly tag: string
  /** Fetch time of its newest snapshot, in Unix milliseconds; `undefined` when it has none. */
  readonly fetchedAtMs: number | undefined
  /** Milliseconds from now until newer data can exist. */
  readonly freshForMs: number
}

/** The client of a public request. */
export interface PublicClient extends PublicPreferences {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** `Last-Event-ID` of a reconnecting event stream, unvalidated. */
  readonly lastEventId: string | undefined
  /** The client's IPv4 address, or the first 64 bits of its IPv6 address. */
  readonly network: string
}

/** The content type that the operation `Id` produces. */
export type PublicContentOf<Id extends PublicOperationId> =
  (typeof PUBLIC_OPERATIONS)[Id]['response'] extends infer Response
    ? Response extends PublicEnvelopeName
      ? PublicMessage<Response>
      : Response extends ChartType
        ? PublicChart
        : Response extends FeedType
          ? PublicAnswer
          : PublicStream
    : never

/** The content of a successful public response. */
export type PublicContent = PublicAnswer | PublicChart | PublicStream

/**
 * Answers one operation. Rejects with a `ServiceError`: `not_found`, `not_watched` or
 * `unavailable`.
 */
export type PublicHandler<Id extends PublicOperationId> = (
  query: { readonly region: Region } & PublicArguments<Id>,
  client: PublicClient,
) => Promise<PublicContentOf<Id>>

/** One handler per operation of the table; a missing one does not compile. */
export type PublicHandlers = { readonly [Id in PublicOperationId]: PublicHandler<Id> }
