import type { IncomingMessage, ServerResponse } from 'node:http'
import { CLIENT_LEFT } from '../domain/client-left.ts'
import type { Clock } from '../domain/clock.ts'
import type { Observe, RequestAnswered } from '../domain/observation.ts'
import type { BeginTrace } from '../domain/trace.ts'
import type { ClientAddress } from './client-address.ts'
import type { Connection, Connections } from './connections.ts'
import type { Load } from './create-load.ts'
import { createBackSeat } from './create-back-seat.ts'
import { createHoldBack } from './create-hold-back.ts'
import { isPublicData, type Service } from './create-service.ts'
import { endGently } from './end-gently.ts'
import { Exchange, type Exchanges } from './exchanges.ts'
import { isAmbiguous } from './header-facts.ts'
import { httpDate } from './http-date.ts'
import { IncomingRequest } from './incoming-request.ts'
import { originForm } from './read-target.ts'
import type { Reply } from './reply.ts'
import { sendPieces } from './send-pieces.ts'

/** Bodies of so many bytes cost less to copy than to write in a piece of their own. */
const TEXT_MAX = 4_096

/** What one request is carried through with. */
export interface ExchangeSettings {
  readonly service: Service
  readonly exchanges: Exchanges
  readonly load: Load
  readonly clientAddress: ClientAddress
  readonly nextRequestId: () => string
  readonly clock: Clock
  readonly observe: Observe
  readonly beginTrace: BeginTrace
}

/**
 * Makes the handler that carries one request of `node:http` through the service: plain values in, the reply out, and
 * whatever happens `over` is called exactly once and the request observed exactly once.
 */
export function createExchange(
  settings: ExchangeSettings,
  connections: Connections,
  isLeaving: () => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const carry = createCarry(settings, isLeaving)
  return (incoming, outgoing) => {
    const startMs = settings.clock.monotonicMs()
    const connection = connections.of(incoming.socket)
    connection.take((ends) => void carry({ incoming, outgoing, connection, startMs, ends }))
  }
}

/** One request whose turn it is. */
interface Turn {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly connection: Connection
  readonly startMs: number
  /** It is the last of its connection. */
  readonly ends: boolean
}

function createCarry(
  settings: ExchangeSettings,
  isLeaving: () => boolean,
): (turn: Turn) => Promise<void> {
  const { service, exchanges, load, clock, observe } = settings
  const backSeat = createBackSeat()
  const holdBack = createHoldBack(clock)
  return async ({ incoming, outgoing, connection, startMs, ends }) => {
    const { socket } = incoming
    const request = new IncomingRequest(incoming, settings)
    const isLast = ends || isAmbiguous(request.headers)
    if (isLast) {
      connection.dropRest()
      // What Node calls when the answer is sent.
      socket.destroySoon = () => endGently(socket, clock)
    }
    const exchange = new Exchange(() => socket.destroy())
    let reply = undefined as Reply | undefined
    let repliedMs = startMs
    let closed = false

    const end = ({ subject, status, over }: Reply, left = false) => {
      over()
      const nowMs = clock.monotonicMs()
      const answered: RequestAnswered = {
        type: 'request.answered',
        requestId: request.requestId,
        keyId: subject.keyId,
        developerId: subject.developerId,
        refusedKey: subject.refusedKey,
        operation: subject.operation,
        region: subject.region,
        askedRegion: subject.askedRegion,
        refusedGrant: subject.refusedGrant,
        quota: subject.quota,
        gateway: subject.gateway,
        cache: subject.cache,
        ageMs: subject.ageMs,
        violated: subject.violated,
        // Whatever was made of a request whose client left before is nobody's fault.
        code: left ? undefined : subject.code,
        method: request.method,
        status: left ? CLIENT_LEFT : status,
        complete: outgoing.writableFinished,
        durationMs: nowMs - startMs,
        stagesMs: subject.stagesMs && { ...subject.stagesMs, write: nowMs - repliedMs },
      }
      observe(answered)
      request.trace?.end(answered)
    }
    const closeOnce = () => {
      if (closed) return
      closed = true
      exchanges.delete(exchange)
      // Nobody waits for what is sent already, and an abort costs more than all else here.
      if (!outgoing.writableFinished) request.leave()
      if (reply !== undefined) end(reply)
      untrack()
    }

    const untrack = connection.add(closeOnce)
    exchanges.add(exchange)
    outgoing.on('close', closeOnce)
    // What needs no key never keeps those waiting who have one.
    if (isPublicData(originForm(request.target))) await backSeat.turn()
    load.begin()
    let made: Reply
    try {
      made = await service(request)
    } finally {
      load.end()
    }
    if (made.heldBackMs) await holdBack(connection, made.heldBackMs, request.gone)
    reply = made
    repliedMs = clock.monotonicMs()
    if (closed) return end(reply, true)
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
      socket.destroy()
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
