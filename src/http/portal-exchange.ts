import type { IncomingMessage, ServerResponse } from 'node:http'
import { CLIENT_LEFT } from '../domain/client-left.ts'
import type { Connections } from './connections.ts'
import type { ExchangeSettings } from './create-exchange.ts'
import { httpDate } from './http-date.ts'
import { IncomingRequest } from './incoming-request.ts'

/** What the portal may know of a request besides its lines, and what it says of it for the log. */
export interface PortalAbout {
  readonly requestId: string
  /** What stands for the client in its network; worked out when asked, and never logged. */
  readonly network: () => string
  operation?: string
}

/** The portal as a listener sees it. It has its own framework, methods, bodies and cookies, and shares the socket alone. */
export interface Portal {
  /** Whether a target, without scheme and authority, is the portal's. */
  claims(target: string): boolean
  /** Answers. Whatever goes wrong is answered too. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, about: PortalAbout): void
}

/**
 * Makes the handler that carries requests to the portal: each is one of its connection's, ends at the hard end with all
 * others, and is observed exactly once.
 */
export function createPortalExchange(
  portal: Portal,
  settings: ExchangeSettings,
  connections: Connections,
  isLeaving: () => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { exchanges, clock, observe } = settings
  return (incoming, outgoing) => {
    const startMs = clock.monotonicMs()
    const connection = connections.of(incoming.socket)
    connection.take((ends) => {
      const { requestId, network, method, trace } = new IncomingRequest(incoming, settings)
      const about: PortalAbout = { requestId, network }
      let closed = false
      const close = () => {
        if (closed) return
        closed = true
        exchanges.delete(exchange)
        connection.delete(exchange)
        const answered = {
          type: 'request.answered',
          requestId,
          operation: about.operation ?? 'portal',
          method,
          status: outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT,
          complete: outgoing.writableFinished,
          durationMs: clock.monotonicMs() - startMs,
        } as const
        observe(answered)
        trace?.end(answered)
      }
      const exchange = { place: -1, sinceMs: 0, destroy: () => incoming.socket.destroy(), close }
      connection.add(exchange)
      exchanges.add(exchange)
      outgoing.on('close', close)
      outgoing.sendDate = false
      outgoing.setHeader('Date', httpDate(clock.nowMs()))
      if (ends || isLeaving()) outgoing.setHeader('Connection', 'close')
      portal.serve(incoming, outgoing, about)
    })
  }
}
