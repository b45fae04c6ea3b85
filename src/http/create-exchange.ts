import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import type { Connections } from './connections.ts'
import type { Service } from './create-service.ts'
import { endGently } from './end-gently.ts'
import type { Exchange, Exchanges } from './exchanges.ts'
import { headerFacts, isAmbiguous } from './header-facts.ts'
import { httpDate } from './http-date.ts'
import { preferredEncoding } from './preferred-encoding.ts'
import type { RawRequest } from './raw-request.ts'
import type { Reply } from './reply.ts'

/** The status in the log, as other servers write it, of a request whose client left before there was an answer. */
const CLIENT_LEFT = 499

/** What one request is carried through with. */
export interface ExchangeSettings {
  readonly service: Service
  readonly exchanges: Exchanges
  readonly nextRequestId: () => string
  readonly clock: Clock
  readonly observe: Observe
}

/**
 * Makes the handler that carries one request of `node:http` through the service: plain values in, the reply out, and
 * whatever happens `over` is called exactly once and the request observed exactly once.
 */
export function createExchange(
  { service, exchanges, nextRequestId, clock, observe }: ExchangeSettings,
  connections: Connections,
  isLeaving: () => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const startMs = clock.monotonicMs()
    const { socket } = incoming
    if (connections.isLast(socket)) return
    const request = toRawRequest(incoming, nextRequestId())
    if (isAmbiguous(request.headers)) {
      connections.setLast(socket)
      // What Node calls when the answer is sent.
      socket.destroySoon = () => endGently(socket, clock)
    }
    const exchange: Exchange = { destroy: () => socket.destroy() }
    let reply: Reply | undefined
    let closed = false

    const end = ({ subject, status, over }: Reply, left = false) => {
      over()
      observe({
        type: 'request.answered',
        requestId: request.requestId,
        keyId: subject.keyId,
        operation: subject.operation,
        region: subject.region,
        cache: subject.cache,
        // Whatever was made of a request whose client left before is nobody's fault.
        code: left ? undefined : subject.code,
        method: request.method,
        status: left ? CLIENT_LEFT : status,
        complete: outgoing.writableFinished,
        durationMs: clock.monotonicMs() - startMs,
      })
    }
    const closeOnce = () => {
      if (closed) return
      closed = true
      untrack()
      exchanges.delete(exchange)
      // Nobody waits for what is sent already, and an abort costs more than all else here.
      if (!outgoing.writableFinished) request.leave()
      if (reply !== undefined) end(reply)
    }

    const untrack = connections.add(socket, closeOnce)
    exchanges.add(exchange)
    outgoing.on('close', closeOnce)
    try {
      reply = await service(request)
      if (closed) end(reply, true)
      else write(outgoing, reply, clock.nowMs(), isLeaving())
    } catch (error) {
      // The service never rejects, so this is a fault in writing; nothing sound can be sent any more.
      observe({ type: 'fault', requestId: request.requestId, where: 'http', error })
      socket.destroy()
    }
  }
}

function write(outgoing: ServerResponse, reply: Reply, nowMs: number, leaving: boolean): void {
  outgoing.sendDate = false
  outgoing.writeHead(reply.status, [
    ...reply.headers,
    'Date',
    httpDate(nowMs),
    ...(reply.closes || leaving ? ['Connection', 'close'] : []),
  ])
  outgoing.end(reply.body)
}

/** The request in plain values. Its signal is made only when somebody asks for it: most are answered without. */
function toRawRequest(
  { method = '', url = '', rawHeaders, httpVersion }: IncomingMessage,
  requestId: string,
): RawRequest & { leave(): void } {
  let controller: AbortController | undefined
  let left = false
  const headers = headerFacts(rawHeaders)
  return {
    requestId,
    method,
    target: url,
    headers,
    httpVersion,
    get encoding() {
      return preferredEncoding(headers.acceptEncoding)
    },
    get gone() {
      controller ??= new AbortController()
      if (left) controller.abort()
      return controller.signal
    },
    leave: () => {
      left = true
      controller?.abort()
    },
  }
}
