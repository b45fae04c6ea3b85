import { onAbort } from '../../concurrency/abort.ts'
import type { ServerResponse } from 'node:http'

/** A streamed body. */
export type ByteStream = AsyncIterable<Uint8Array>

/**
 * Bytes that a client must read within the stall limit: 16 KiB in 12 s is 1.4 kB/s, slower than any
 * usable network.
 */
const CHUNK_BYTES = 16_384

/** Options of {@link sendStream}. */
export interface SendStreamOptions {
  /** Aborts when the client has left. */
  readonly signal: AbortSignal
  /** Called when a chunk is written: the server now waits for the client. */
  readonly onChunk: () => void
  /** Called when the client has read it: the client now waits for the server. */
  readonly onDrained: () => void
}

/**
 * Sends a body of any length to a client that keeps reading. Requests a chunk only when the
 * previous one has left the process, so a slow client uses no memory. Resolves when all is sent or
 * the client has disconnected; rejects with the error of `body`.
 */
export async function sendStream(
  outgoing: ServerResponse,
  body: Uint8Array | ByteStream,
  { signal, onChunk, onDrained }: SendStreamOptions,
): Promise<void> {
  // Send the head before the first chunk exists.
  if (!(body instanceof Uint8Array)) outgoing.flushHeaders()
  onDrained()
  let resume = () => {}
  onAbort(signal, () => resume())
  if (outgoing.socket === null && !signal.aborted) {
    // Earlier responses of the connection are still being read.
    await new Promise<void>((resolve) => {
      resume = resolve
      outgoing.once('socket', () => resolve())
    })
  }
  for await (const chunk of body instanceof Uint8Array ? splitBody(body) : body) {
    if (signal.aborted) return
    onChunk()
    await new Promise<void>((resolve) => {
      resume = resolve
      outgoing.write(chunk, () => resolve())
    })
    onDrained()
  }
  // The client must read the end within the deadline too.
  onChunk()
  if (!signal.aborted) outgoing.end()
}

function* splitBody(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES)
}
