import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connection, Connections } from './connections.ts'
import type { Load } from './create-load.ts'
import { createBackSeat } from './create-back-seat.ts'
import { createHoldBack } from './create-hold-back.ts'
import { isPublicData, type Service } from './create-service.ts'
import { endGently } from './end-gently.ts'
import { Exchange, type TrackSettings } from './exchange.ts'
import { isAmbiguous } from './header-facts.ts'
import { httpDate } from './http-date.ts'
import { originForm } from './read-target.ts'
import type { Reply } from './reply.ts'
import { sendPieces } from './send-pieces.ts'

/** Bodies of so many bytes cost less to copy than to write in a piece of their own. */
const TEXT_MAX = 4_096

/** What one request is carried through with. */
export interface ExchangeSettings extends TrackSettings {
  readonly service: Service
  readonly load: Load
}

/**
 * Makes the handler that carries one request of `node:http` through the service: plain values in, the reply out, and
 * whatever happens the request is tracked until it is over, and observed exactly once.
 */
export function createExchange(
  settings: ExchangeSettings,
  connections: Connections,
  isLeaving: () => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { clock } = settings
  const carry = createCarry(settings, isLeaving)
  return (incoming, outgoing) => {
    const startMs = clock.monotonicMs()
    const connection = connections.of(incoming.socket)
    connection.take((ends) => {
      const exchange = new Exchange(incoming, outgoing, connection, startMs, settings)
      const isLast = ends || isAmbiguous(exchange.request.headers)
      if (isLast) {
        connection.dropRest()
        const { socket } = incoming
        // What Node calls when the answer is sent.
        socket.destroySoon = () => endGently(socket, clock)
      }
      exchange.begin()
      void carry(exchange, connection, isLast)
    })
  }
}

/** Makes what carries one exchange, whose turn it is and which may be the last of its connection. */
function createCarry(
  { service, exchanges, load, clock, observe }: ExchangeSettings,
  isLeaving: () => boolean,
): (exchange: Exchange, connection: Connection, isLast: boolean) => Promise<void> {
  const backSeat = createBackSeat()
  const holdBack = createHoldBack(clock)
  return async (exchange, connection, isLast) => {
    const { request, outgoing } = exchange
    // What needs no key never keeps those waiting who have one.
    if (isPublicData(originForm(request.target))) await backSeat.turn()
    load.begin()
    let reply: Reply
    try {
      reply = await service(request)
    } finally {
      load.end()
    }
    if (reply.heldBackMs) await holdBack(connection, reply.heldBackMs, request.gone)
    if (!exchange.answer(reply)) return
    try {
      writeHead(outgoing, reply, clock.nowMs(), reply.closes || isLast || isLeaving())
      const { body } = reply
      const isWhole = body instanceof Uint8Array && reply.stalls === undefined
      if (typeof body === 'string') outgoing.end(body)
      else if (isWhole && body.byteLength <= TEXT_MAX) outgoing.end(asText(body), 'latin1')
      else if (isWhole) outgoing.end(body)
      else {
        // What has an end is each piece, from when it goes out to when the client has taken it.
        await sendPieces(outgoing, body, {
          gone: request.gone,
          onPiece: () => exchanges.renew(exchange),
          onTaken: () => exchanges.rest(exchange),
        })
      }
    } catch (error) {
      // Nothing sound can be sent any more.
      observe({ type: 'fault', requestId: request.requestId, where: 'http', error })
      exchange.destroy()
    }
  }
}

/** Bytes as a text of as many characters, which Node writes in one piece with the head. */
function asText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}

function writeHead(outgoing: ServerResponse, reply: Reply, nowMs: number, closes: boolean): void {
  outgoing.sendDate = false
  const { headers } = reply
  headers.push('Date', httpDate(nowMs))
  if (closes) headers.push('Connection', 'close')
  outgoing.writeHead(reply.status, headers)
}
