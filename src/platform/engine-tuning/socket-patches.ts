import { Server, type Socket } from 'node:net'
import { isEngineTuned } from './engine-tuning.ts'

/**
 * Replaces how Node closes a socket after its last response: with `close` instead of at once. A
 * client that still sends then gets the response and not a reset, which could overtake it (RFC 9112
 * section 9.6). Without the engine tuning Node closes it at once. Node has no other way: it calls
 * the undocumented `destroySoon` of the socket.
 */
export function replaceSocketClose(socket: Socket, close: () => void): void {
  if (isEngineTuned()) socket.destroySoon = close
}

/**
 * Closes the listening socket of a server, but no connection: a client may be about to send a
 * request on an idle one. The `close` of `node:http`, which also closes idle connections, does this
 * without the engine tuning.
 */
export function closeListeningSocket(server: Server): void {
  if (isEngineTuned()) Server.prototype.close.call(server)
  else server.close()
}
