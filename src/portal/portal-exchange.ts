import type { IncomingMessage, ServerResponse } from 'node:http'
import { replaceSocketClose } from '../platform/engine-tuning/socket-patches.ts'
import { CLIENT_LEFT } from '../platform/http/errors/client-left.ts'
import { isUpgradeRequest } from '../platform/http/server/upgrade-request.ts'
import type { Connections } from '../platform/http/server/connections.ts'
import type { TargetListener } from '../platform/http/server/listen.ts'
import type { TrackOptions } from '../platform/http/server/active-request.ts'
import type { IsLeaving } from '../platform/http/server/exchange-handler.ts'
import { lingeringClose } from '../platform/http/server/lingering-close.ts'
import { httpDate } from '../platform/http/headers/http-date.ts'
import { IncomingRequest } from '../platform/http/server/incoming-request.ts'
import type { ParserRejection } from '../platform/http/server/parser-rejection.ts'
import {
  PROBLEM_TYPE,
  renderProblem,
  type ProblemOptions,
} from '../platform/http/errors/problem.ts'
import { commonHeaders } from '../platform/http/headers/common-headers.ts'

/** Facts about a request for the portal, and its log entry. */
export interface PortalAbout {
  readonly requestId: string
  /** Returns the client's network; computed on demand and never logged. */
  readonly network: () => string
  operation?: string
}

/**
 * Portal as seen by a listener. It has its own framework, methods, bodies and cookies, and shares
 * only the socket.
 */
export interface Portal {
  /** Returns whether a target, without scheme and authority, belongs to the portal. */
  readonly claims: (target: string) => boolean
  /** Answers a request, including every failure. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, about: PortalAbout): void
}

/** Options of {@link portalListener}. */
export type PortalListenerOptions = TrackOptions & ProblemOptions

/** Returns the portal as a listener's handler for its targets. */
export function portalListener(portal: Portal, options: PortalListenerOptions): TargetListener {
  return {
    claims: portal.claims,
    createListener: (connections, isLeaving) =>
      createPortalListener(portal, options, connections, isLeaving),
  }
}

/**
 * Creates the handler that passes requests to the portal. Each counts as one of its connection, has
 * the same hard deadline as other requests, and is observed exactly once.
 */
function createPortalListener(
  portal: Portal,
  settings: PortalListenerOptions,
  connections: Connections,
  isLeaving: IsLeaving,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { exchanges: activeRequests, clock, onEnded } = settings
  return (incoming, outgoing) => {
    const startMs = clock.monotonicMs()
    const connection = connections.of(incoming.socket)
    connection.accept((ends) => {
      const { requestId, network, method, trace } = new IncomingRequest(incoming, settings)
      const about: PortalAbout = { requestId, network }
      let closed = false
      const close = () => {
        if (closed) return
        closed = true
        activeRequests.delete(activeRequest)
        connection.delete(activeRequest)
        const ended = {
          requestId,
          method,
          status: outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT,
          complete: outgoing.writableFinished,
          durationMs: clock.monotonicMs() - startMs,
          trace,
        }
        onEnded(ended, { operation: about.operation ?? 'portal' })
      }
      const rejectBody = ({ error }: ParserRejection): boolean => {
        if (incoming.complete || outgoing.headersSent) return false
        const { status, headers, body } = renderProblem(error, requestId, settings)
        const common = commonHeaders(requestId, PROBLEM_TYPE, Buffer.byteLength(body))
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name)
        const lines = [
          ...common,
          ...headers,
          'Date',
          httpDate(clock.nowMs()),
          'Connection',
          'close',
        ]
        const { socket } = incoming
        replaceSocketClose(socket, () => lingeringClose(socket, clock))
        outgoing.writeHead(status, lines).end(body)
        return true
      }
      const destroy = () => incoming.socket.destroy()
      const activeRequest = { place: -1, sinceMs: 0, destroy, close, rejectBody }
      connection.add(activeRequest)
      activeRequests.add(activeRequest)
      outgoing.on('close', close)
      outgoing.sendDate = false
      outgoing.setHeader('Date', httpDate(clock.nowMs()))
      if (ends || isLeaving(incoming.socket)) outgoing.setHeader('Connection', 'close')
      portal.serve(incoming, outgoing, about)
    }, isUpgradeRequest(incoming))
  }
}
