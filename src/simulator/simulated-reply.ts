import type { TSchema } from '#libraries/typebox'
import type { Deliver } from './deliver.ts'

/** What a call is answered with, before it is written; faults change it on its way. */
export interface SimulatedReply {
  readonly status: number
  /** Headers besides those that every reply has. */
  readonly headers: Readonly<Record<string, string>>
  /** When the data was fetched, Unix ms; told with a 200 alone, and not at all where it is `undefined`. */
  readonly fetchedAtMs: number | undefined
  readonly content: Content
  /** How it goes over the wire; `undefined`: at once and whole. */
  readonly deliver?: Deliver
}

/** A body that can still be changed field by field, or one that is bytes. */
export type Content = JsonContent | Body

/** A body that will be JSON. */
export interface JsonContent {
  readonly value: unknown
  /** The shape of a message; `undefined` for anything else, such as an error. */
  readonly shape: TSchema | undefined
}

/** A body that is bytes. */
export interface Body {
  readonly contentType: string
  /** How many bytes `chunks` has together; `undefined` when nobody has counted. */
  readonly length: number | undefined
  /** The bytes, made as they are needed. */
  chunks(): Iterable<Uint8Array>
}

/** A body of these bytes. */
export function bytesBody(contentType: string, bytes: Uint8Array): Body {
  return { contentType, length: bytes.length, chunks: () => [bytes] }
}

/** The body that a content becomes. */
export function bodyOf(content: Content): Body {
  if ('chunks' in content) return content
  return bytesBody('application/json', Buffer.from(JSON.stringify(content.value)))
}

/** All bytes of a content at once; only for one that is known to be small. */
export function bytesOf(content: Content): Buffer {
  return Buffer.concat([...bodyOf(content).chunks()])
}

/** An error as the gateway protocol writes it. */
export function errorReply(
  status: number,
  kind: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatedReply {
  const content = { value: { error: { kind } }, shape: undefined }
  return { status, headers, fetchedAtMs: undefined, content }
}
