import type { ServerResponse } from 'node:http'

/** A body that comes piece by piece, at its own pace. */
export type Pieces = AsyncIterable<Uint8Array>

/** Bytes that a client has to take within the stall limit: 16 KiB in 12 s is 1.4 kB a second, slower than any network. */
const PIECE_BYTES = 16_384

/** How a body is sent to a client that may take its time. */
export interface SendPiecesSettings {
  /** Aborts when the client has left. */
  readonly gone: AbortSignal
  /** A piece goes out: from now on it is the client who is waited for. */
  readonly onPiece: () => void
  /** The client has taken it: from now on it is us. */
  readonly onTaken: () => void
}

/**
 * Sends a body of any length to whoever keeps reading. A piece is made when the one before it has left the process, so
 * a slow client keeps nothing in memory. Resolves when all is sent or the client has left; rejects with what `body`
 * rejects with.
 */
export async function sendPieces(
  outgoing: ServerResponse,
  body: Uint8Array | Pieces,
  { gone, onPiece, onTaken }: SendPiecesSettings,
): Promise<void> {
  // Who waits for a stream hears that there will be something before there is.
  if (!(body instanceof Uint8Array)) outgoing.flushHeaders()
  onTaken()
  let goOn = () => {}
  gone.addEventListener('abort', () => goOn(), { once: true })
  if (outgoing.socket === null && !gone.aborted) {
    // The answers before this one on the connection are still being read.
    await new Promise<void>((resolve) => {
      goOn = resolve
      outgoing.once('socket', () => resolve())
    })
  }
  for await (const piece of body instanceof Uint8Array ? cut(body) : body) {
    if (gone.aborted) return
    onPiece()
    await new Promise<void>((resolve) => {
      goOn = resolve
      outgoing.write(piece, () => resolve())
    })
    onTaken()
  }
  // From here on the client has to take the end.
  onPiece()
  if (!gone.aborted) outgoing.end()
}

function* cut(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
}
