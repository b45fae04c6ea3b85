import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../domain/service-error.ts'
import { createConnections } from './connections.ts'
import { createExchange, type ExchangeSettings } from './create-exchange.ts'
import { createServer } from './node-http.ts'
import { openServer, type ServerAddress } from './open-server.ts'
import { createPortalExchange, type Portal } from './portal-exchange.ts'
import { originForm } from './read-target.ts'
import { parserRefusal, type ParserError, type ParserRefusal } from './parser-refusal.ts'
import { writeRefusal, type WriteRefusalSettings } from './write-refusal.ts'

/** What the binding to HTTP needs. */
export interface ListenSettings extends ExchangeSettings, WriteRefusalSettings, ServerAddress {
  /** Connections open at one time. */
  readonly connectionsMax: number
  /** What answers the targets that it claims, in the place of the service. */
  readonly portal?: Portal | undefined
}

/** A listener that is open. */
export interface Listener {
  /** The origin, with the port it really has. */
  readonly origin: string
  /** Lets each connection end with its next answer, and still takes new ones: for who has not heard yet. */
  leave(): void
  /** How many connections are open. */
  readonly connections: number
  /** Takes no more connections, closes idle ones, and lets each open one end with its current answer. */
  drain(): void
  /** Ends every connection. */
  close(): void
}

/** Node's own limits, in milliseconds and bytes. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than the idle time of the usual proxies, so that it is they who close.
  keepAliveTimeout: 65_000,
  // Request line and headers. The longest legal target has some 3 kB (100 ids, a name of 256 characters); the rest is
  // for the cookies of a browser and what proxies add.
  maxHeaderSize: 16_384,
  // A missing or doubled Host line is refused in our own shape.
  requireHostHeader: false,
  insecureHTTPParser: false,
} as const

/** Binds the service to `node:http`. Decides nothing: it hands plain values over and writes what comes back. */
export async function listen(settings: ListenSettings): Promise<Listener> {
  const server = createServer(SERVER_OPTIONS)
  // Node would silently drop header lines past its bound, a second Authorization among them.
  server.maxHeadersCount = 0
  server.maxConnections = settings.connectionsMax
  server.on('drop', () => settings.observe({ type: 'connection.refused' }))
  let leaving = false
  let open = 0
  const connections = createConnections()
  const { portal } = settings
  const serveData = createExchange(settings, connections, () => leaving)
  const servePortal = portal && createPortalExchange(portal, settings, connections, () => leaving)
  const isPortal = ({ url = '' }: IncomingMessage) => portal?.claims(originForm(url)) === true
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    servePortal !== undefined && isPortal(incoming)
      ? servePortal(incoming, outgoing)
      : serveData(incoming, outgoing)

  /** Refuses what never became a request; those that came before it on the connection get their answers first. */
  const refuse = (socket: Duplex, refusal: ParserRefusal) => {
    const connection = connections.of(socket)
    if (!connection.takesMore) return
    connection.takeNoMore()
    connection.whenIdle(() => {
      if (socket.writable) writeRefusal(settings, socket, refusal)
      else socket.destroy()
    })
  }

  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  server.on('request', serve)
  // But for the portal's, an announced body is never read, so nobody is told to go on sending one.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isPortal(incoming)) outgoing.writeContinue()
    serve(incoming, outgoing)
  })
  server.on('checkExpectation', serve)
  server.on('connect', (_, socket) => {
    // Node has let go of this socket and of its errors: without a listener, a reset would end the process.
    socket.on('error', () => socket.destroy())
    const error = new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.')
    refuse(socket, { error, method: 'CONNECT' })
  })
  server.on('clientError', (fault: ParserError, socket: Duplex) => {
    const refusal = parserRefusal(fault)
    if (refusal === undefined) socket.destroy()
    else refuse(socket, refusal)
  })

  return {
    origin: await openServer(server, settings, () =>
      settings.observe({ type: 'connection.refused' }),
    ),
    leave: () => {
      leaving = true
    },
    get connections() {
      return open
    },
    drain: () => {
      leaving = true
      server.close()
      server.closeIdleConnections()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
