import type { TSchema } from '#libraries/typebox'
import type { Deliver } from './deliver.ts'

/** Reply to a call before it is sent; faults change it. */
export interface SimulatedReply {
  readonly status: number
  /** Headers in addition to those of every reply. */
  readonly headers: Readonly<Record<string, string>>
  /** Fetch time in Unix ms; sent only with a 200, and not at all when `undefined`. */
  readonly fetchedAtMs: number | undefined
  readonly content: Content
  /** How to send it; `undefined` sends it at once and completely. */
  readonly deliver?: Deliver
}

/** A body as JSON that faults can change field by field, or as bytes. */
export type Content = JsonContent | Body

/** A JSON body. */
export interface JsonContent {
  readonly value: unknown
  /** Schema of a message; `undefined` for anything else, such as an error. */
  readonly shape: TSchema | undefined
}

/** A body of bytes. */
export interface Body {
  readonly contentType: string
  /** Total bytes of `chunks`; `undefined` when unknown. */
  readonly length: number | undefined
  /** The bytes, generated on demand. */
  readonly chunks: () => Iterable<Uint8Array>
}

/** Returns a body of these bytes. */
export function bytesBody(contentType: string, bytes: Uint8Array): Body {
  return { contentType, length: bytes.length, chunks: () => [bytes] }
}

/** Returns the byte body of a content. */
export function bodyOf(content: Content): Body {
  if ('chunks' in content) return content
  return bytesBody('application/json', Buffer.from(JSON.stringify(content.value)))
}

/** Returns all bytes of a content; only for contents known to be small. */
export function bytesOf(content: Content): Buffer {
  return Buffer.concat([...bodyOf(content).chunks()])
}

/** Returns an error body of the gateway protocol. */
export function errorReply(
  status: number,
  kind: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatedReply {
  const content = { value: { error: { kind } }, shape: undefined }
  return { status, headers, fetchedAtMs: undefined, content }
}
