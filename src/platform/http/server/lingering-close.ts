import process from 'node:process'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../time/clock.ts'

/** Milliseconds for which input is discarded before the connection is destroyed. */
const LINGER_MS = 1_000

/**
 * Closes a connection whose client may still be sending: sends the response, discards input, and
 * destroys the socket after a second. An immediate close would send a reset, which can overtake the
 * response (RFC 9112 section 9.6). The parser is detached: otherwise it would parse further
 * requests, some hundred thousand a second.
 */
export function lingeringClose(socket: Duplex, clock: Clock, finalData?: string): void {
  socket.end(finalData)
  socket.resume()
  // After the resume took effect: a socket that is paused when its parser leaves stays paused.
  process.nextTick(() => {
    socket.removeAllListeners('data')
    // A `data` listener makes Node detach the parser.
    socket.on('data', () => {})
  })
  const cancel = clock.after(LINGER_MS, () => socket.destroy())
  socket.once('close', cancel)
}
