import process from 'node:process'
import type { Duplex } from 'node:stream'
import type { Clock } from '../domain/clock.ts'

/** How long what still arrives is thrown away before the connection is cut. */
const LINGER_MS = 1_000

/**
 * Ends a connection whose client may still be sending: the answer goes out, what arrives is read and thrown away, and
 * after a second the connection is cut. Cut at once, it would be reset, and the reset can overtake the answer
 * (RFC 9112 section 9.6). The parser sees none of it: it would go on making requests, some hundred thousand in a second.
 */
export function endGently(socket: Duplex, clock: Clock, lastWords?: string): void {
  socket.end(lastWords)
  socket.resume()
  // Once it is read again: what stands still when its parser leaves it stands still for ever.
  process.nextTick(() => {
    socket.removeAllListeners('data')
    // To listen is what makes Node take the socket back from its parser.
    socket.on('data', () => {})
  })
  const cancel = clock.after(LINGER_MS, () => socket.destroy())
  socket.once('close', cancel)
}
