import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { replaceSocketClose } from '../../engine-tuning/socket-patches.ts'
import { CLIENT_LEFT } from '../errors/client-left.ts'
import type { Clock } from '../../time/clock.ts'
import { isUpgradeRequest } from './upgrade-request.ts'
import type { Connection, Connections } from './connections.ts'
import type { LoadShedder } from './overload/load-shedding.ts'
import { createLowPriorityQueue } from './overload/low-priority-queue.ts'
import { createTarpit } from './overload/tarpit.ts'
import type { SheddingService } from '../request-handler.ts'
import { lingeringClose } from './lingering-close.ts'
import { ActiveRequest, type TrackOptions } from './active-request.ts'
import { isAmbiguous } from '../request/header-facts.ts'
import { httpDate } from '../headers/http-date.ts'
import { originForm } from '../request/request-target.ts'
import type { Observe } from '../../telemetry/define-observations.ts'
import type { PlatformObservation } from '../../telemetry/platform-observations.ts'
import type { Reply } from '../reply.ts'
import { sendStream } from './send-stream.ts'

/** Maximum size, in bytes, of a body that is cheaper to copy than to write separately. */
const COPIED_MAX = 4_096

/** Queued live streams at most: the default number of streams of a process. */
const STREAMS_QUEUED_MAX = 1_000

/** Whether a connection ends with its next response, since the server stops. */
export type IsLeaving = (socket: Socket) => boolean

/** A queue of requests that must not delay others: live streams have their own. */
export type RequestQueue = 'low_priority' | 'streams'

/** Options of {@link createRequestListener}. */
export interface RequestListenerOptions extends TrackOptions {
  readonly service: SheddingService
  /** Returns the queue in which a request for a target waits; `undefined`: it is served at once. */
  readonly queueOf: (target: string) => RequestQueue | undefined
  readonly load: LoadShedder
  readonly observe: Observe<PlatformObservation>
}

/**
 * Creates the `node:http` request handler: passes plain values to the service and writes its reply.
 * Every request is tracked until it ends, and observed exactly once.
 */
export function createRequestListener(
  settings: RequestListenerOptions,
  connections: Connections,
  isLeaving: IsLeaving,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { clock } = settings
  const serve = createServe(settings, isLeaving)
  return (incoming, outgoing) => {
    const startMs = clock.monotonicMs()
    const connection = connections.of(incoming.socket)
    connection.accept((ends) => {
      const activeRequest = new ActiveRequest(incoming, outgoing, connection, startMs, settings)
      const isLast = ends || isAmbiguous(activeRequest.request.headers)
      if (isLast) endWith(incoming, connection, clock)
      activeRequest.open()
      void serve(activeRequest, incoming, connection, isLast)
    }, isUpgradeRequest(incoming))
  }
}

/** Creates the function that serves one request, which may be the last of its connection. */
function createServe(
  { service, queueOf, exchanges: activeRequests, load, clock, observe }: RequestListenerOptions,
  isLeaving: IsLeaving,
): (
  activeRequest: ActiveRequest,
  incoming: IncomingMessage,
  connection: Connection,
  isLast: boolean,
) => Promise<void> {
  const lowPriorityQueue = createLowPriorityQueue()
  // After a restart all streams reconnect at once, and a plain EventSource gives up on 503.
  const streamQueue = createLowPriorityQueue(STREAMS_QUEUED_MAX)
  const tarpit = createTarpit(clock)
  return async (activeRequest, incoming, connection, isLast) => {
    const { request, outgoing } = activeRequest
    const queueName = queueOf(originForm(request.target))
    const queue = queueName === 'streams' ? streamQueue : lowPriorityQueue
    const turn = queueName === undefined ? 'now' : await queue.enter(() => activeRequest.isClosed)
    if (turn === 'gone') return void activeRequest.answer(abandoned())
    load.startRequest()
    let reply: Reply
    try {
      reply = await service(request, turn === 'full' ? 'queue' : undefined)
    } finally {
      load.endRequest()
    }
    if (reply.delayMs) await tarpit(connection, reply.delayMs, request.signal)
    if (!activeRequest.answer(reply)) return
    // Pipelined requests are answered too: the last of them ends the connection.
    const leaves = !isLast && isLeaving(incoming.socket) && connection.isNewest(activeRequest)
    if (leaves) endWith(incoming, connection, clock)
    if (reply.closes) connection.dropBehind(activeRequest)
    try {
      writeHead(outgoing, reply, clock.nowMs(), reply.closes || isLast || leaves)
      const { body } = reply
      const isWhole = body instanceof Uint8Array && reply.stalls === undefined
      if (typeof body === 'string') outgoing.end(body)
      else if (isWhole && body.byteLength <= COPIED_MAX) outgoing.end(asText(body), 'latin1')
      else if (isWhole) outgoing.end(body)
      else {
        // The deadline applies to each chunk, from write to drain.
        await sendStream(outgoing, body, {
          signal: request.signal,
          onChunk: () => activeRequests.renew(activeRequest),
          onDrained: () => activeRequests.suspend(activeRequest),
        })
      }
    } catch (error) {
      // No valid response can be sent any more.
      observe({
        type: 'fault',
        requestId: request.requestId,
        where: 'http',
        error,
      })
      activeRequest.destroy()
    }
  }
}

/** Makes the current request the last of its connection, which closes with a lingering close. */
function endWith({ socket }: IncomingMessage, connection: Connection, clock: Clock): void {
  connection.dropQueuedRequests()
  replaceSocketClose(socket, () => lingeringClose(socket, clock))
}

/** The reply recorded for a request that was not served because its client disconnected. */
function abandoned(): Reply {
  return {
    status: CLIENT_LEFT,
    headers: [],
    body: '',
    closes: true,
    subject: {},
    onFinished: () => {},
  }
}

/** Returns bytes as latin1 text, which Node writes in one chunk with the head. */
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
