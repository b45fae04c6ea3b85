import type { Encoding } from '../../domain/content-encoding.ts'
import type { Region } from '../../domain/region.ts'
import type { PublicEnvelope, PublicEnvelopeName } from './messages.ts'
import type { PictureType } from './public-operation.ts'
import type { PUBLIC_OPERATIONS, PublicArguments, PublicOperationId } from './public-operations.ts'

/** A message, ready but for its bytes. */
export interface PublicMessage<Name extends PublicEnvelopeName = PublicEnvelopeName> {
  readonly type: 'message'
  readonly message: PublicEnvelope<Name>
  /** The fetch time of the snapshot it shows, in Unix milliseconds; `undefined` when it shows none, or many. */
  readonly fetchedAtMs?: number | undefined
  /** For how many milliseconds from now nothing newer can be expected. */
  readonly freshForMs: number
}

/** How somebody wants an answer, and which they have. */
export interface PublicWanted {
  /** How it may be compressed; `undefined`: not at all. */
  readonly encoding: Encoding | undefined
  /** The tags of contents that the client has, or `*` for whatever there is. Who has it already needs no body. */
  readonly known: readonly string[]
}

/** A message in finished bytes. */
export interface PublicAnswer {
  readonly type: 'answer'
  /** Names the content, however it is compressed: letters, digits, `-` and `_`. */
  readonly tag: string
  /** The bytes in `encoding`; `undefined` where the client has them already. */
  readonly body: Uint8Array | undefined
  /** `undefined` where they are plain. */
  readonly encoding: Encoding | undefined
  /** The fetch time of the snapshot it shows, in Unix milliseconds; `undefined` when it shows none, or many. */
  readonly fetchedAtMs: number | undefined
  /** For how many milliseconds from now nothing newer can be expected. */
  readonly freshForMs: number
}

/** Bytes that come in pieces: events as they happen, or a file. Its content type is what the table says. */
export interface PublicStream {
  readonly type: 'stream'
  /** Begins when the first piece is asked for, which never happens where the client has the content already. */
  readonly pieces: AsyncIterable<Uint8Array>
  readonly cacheControl: string
  /** How many bytes there will be, where that is known. */
  readonly bytes?: number
  /** Names the content: letters, digits, `-` and `_`. Who has it already gets 304. */
  readonly tag?: string
  /** Called once it is sent or its client has gone, also when no piece was asked for. */
  readonly over?: () => void
}

/** A picture that is known before it is drawn. Its content type is what the table says. */
export interface PublicPicture {
  readonly type: 'picture'
  /**
   * Draws it, which takes no place among the readings. Not called where the client has it already. Rejects with a `ServiceError`
   * `unavailable` when it cannot be drawn now.
   */
  readonly draw: () => Promise<Uint8Array>
  /** Names what is drawn: letters, digits, `-` and `_`. Who has it already gets 304. */
  readonly tag: string
  /** The fetch time of the newest snapshot in it, in Unix milliseconds; `undefined` when there is none. */
  readonly fetchedAtMs: number | undefined
  /** For how many milliseconds from now nothing newer can be expected. */
  readonly freshForMs: number
}

/** Who asks. */
export interface PublicClient extends PublicWanted {
  /** Aborts when nobody waits any more. */
  readonly gone: AbortSignal
  /** What a stream that comes back has seen last (`Last-Event-ID`), as it came. */
  readonly lastEventId: string | undefined
  /** The client's IPv4 address, or the first 64 bits of its IPv6 address. */
  readonly network: string
}

/** What the operation `Id` gives. */
export type PublicContentOf<Id extends PublicOperationId> =
  (typeof PUBLIC_OPERATIONS)[Id]['response'] extends infer Response
    ? Response extends PublicEnvelopeName
      ? PublicMessage<Response>
      : Response extends PictureType
        ? PublicPicture
        : PublicStream
    : never

/** Whatever a public request is answered with. */
export type PublicContent = PublicAnswer | PublicPicture | PublicStream

/** Answers one operation. Throws a `ServiceError`: `not_found` for what is not known, `unavailable` without the store. */
export type PublicReader<Id extends PublicOperationId> = (
  asked: { readonly region: Region } & PublicArguments<Id>,
  client: PublicClient,
) => Promise<PublicContentOf<Id>>

/** A reader for every operation of the table: without one, it does not compile. */
export type PublicReaders = { readonly [Id in PublicOperationId]: PublicReader<Id> }
