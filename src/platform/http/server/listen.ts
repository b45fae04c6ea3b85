import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterShortIteration } from '../../concurrency/short-iteration.ts'
import { closeListeningSocket } from '../../engine-tuning/socket-patches.ts'
import { ServiceError } from '../errors/service-error.ts'
import { createConnections, type Connections } from './connections.ts'
import {
  createRequestListener,
  type RequestListenerOptions,
  type IsLeaving,
} from './exchange-handler.ts'
import { createServer } from './node-http.ts'
import { OpenConnections } from './open-connections.ts'
import { openServer, type ServerAddress } from './open-server.ts'
import { originForm } from '../request/request-target.ts'
import { parserRejection, type ParserError, type ParserRejection } from './parser-rejection.ts'
import { writeRejection, type WriteRejectionOptions } from './write-rejection.ts'

/** A handler of its own for some targets: it sees requests as `node:http` has them. */
export interface TargetListener {
  /** Whether a target, without scheme and authority, is one of its own. */
  claims(target: string): boolean
  /** Creates its request handler for a server with these connections. */
  createListener(
    connections: Connections,
    isLeaving: IsLeaving,
  ): (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

/** Options of {@link listen}. */
export interface ListenOptions
  extends RequestListenerOptions, WriteRejectionOptions, ServerAddress {
  /** Open connections at most. */
  readonly connectionsMax: number
  /** Serves the targets that it claims instead of the service. */
  readonly portal?: TargetListener | undefined
}

/** An open listener. */
export interface Listener {
  /** The origin, with the bound port. */
  readonly origin: string
  /**
   * Ends each currently open connection with its next response. New ones are accepted and stay
   * open: without a load balancer their clients would reconnect here anyway, and a connection made
   * while the socket closes is lost.
   */
  leave(): void
  /** Open connections. */
  readonly connections: number
  /**
   * Closes the listening socket and ends each connection with its next response; {@link
   * OpenConnections.drain} closes idle ones. Resolves when no connection is open, or {@link close}
   * is called.
   */
  drain(): Promise<void>
  /** Ends every connection. */
  close(): void
}

/** Limits of `node:http`, in milliseconds and bytes. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than the idle timeout of common proxies, so that the proxy closes first.
  keepAliveTimeout: 65_000,
  // Request line and headers. The longest legal target has about 3 kB (100 ids, a name of 256
  // characters); the rest is for browser cookies and proxy headers.
  maxHeaderSize: 16_384,
  // A missing or duplicate Host is rejected with a problem document.
  requireHostHeader: false,
  insecureHTTPParser: false,
  // A request without a body needs no events of its stream.
  optimizeEmptyRequests: true,
} as const

/**
 * Opens the HTTP listener of the service. Passes plain values to the service and writes its
 * replies.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const listener = new HttpListener(options)
  await listener.open()
  return listener
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void

class HttpListener implements Listener {
  readonly #options: ListenOptions
  readonly #server = createServer(SERVER_OPTIONS)
  readonly #connections = createConnections()
  readonly #open: OpenConnections
  readonly #serveData: Serve
  readonly #servePortal: Serve | undefined
  #origin = ''
  #isDraining = false
  /** Connections that were open when {@link Listener.leave} was called. */
  #leaving: WeakSet<Socket> | undefined

  constructor(options: ListenOptions) {
    const { clock, portal } = options
    this.#options = options
    this.#open = new OpenConnections(clock, this.#connections)
    const isLeaving: IsLeaving = (socket) => this.#isDraining || this.#leaving?.has(socket) === true
    this.#serveData = createRequestListener(options, this.#connections, isLeaving)
    this.#servePortal = portal?.createListener(this.#connections, isLeaving)
  }

  get origin(): string {
    return this.#origin
  }

  get connections(): number {
    return this.#open.size
  }

  /** Starts to accept connections. */
  async open(): Promise<void> {
    const { observe, connectionsMax } = this.#options
    const onRefused = () => observe({ type: 'connection.refused' })
    // Node would silently drop header lines past its limit, a second Authorization among them.
    this.#server.maxHeadersCount = 0
    this.#server.maxConnections = connectionsMax
    this.#server.on('drop', onRefused)
    this.#server.on('connection', (socket) => this.#open.add(socket))
    this.#handleRequests()
    this.#handleRejections()
    this.#origin = await openServer(this.#server, this.#options, onRefused)
  }

  leave(): void {
    this.#leaving ??= new WeakSet(this.#open.list())
  }

  async drain(): Promise<void> {
    // Closing the socket resets connections that are queued in the kernel; the event loop accepts
    // them first. After a short iteration hardly any have queued up again.
    await afterShortIteration(this.#options.clock)
    closeListeningSocket(this.#server)
    this.#isDraining = true
    await this.#open.drain()
  }

  close(): void {
    this.#open.stop()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #handleRequests(): void {
    const isPortal = ({ url = '' }: IncomingMessage) =>
      this.#options.portal?.claims(originForm(url)) === true
    const serve: Serve = (incoming, outgoing) =>
      this.#servePortal !== undefined && isPortal(incoming)
        ? this.#servePortal(incoming, outgoing)
        : this.#serveData(incoming, outgoing)
    this.#server.on('request', serve)
    this.#server.on('checkExpectation', serve)
    // Except for the portal, an announced body is never read, so `100 Continue` is not sent.
    this.#server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (isPortal(incoming)) outgoing.writeContinue()
      serve(incoming, outgoing)
    })
  }

  #handleRejections(): void {
    this.#server.on('connect', (_, socket) => {
      // Node has detached this socket: without a listener, a reset would end the process.
      socket.on('error', () => socket.destroy())
      const error = new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.')
      this.#reject(socket, { error, method: 'CONNECT' })
    })
    this.#server.on('clientError', (fault: ParserError, socket: Duplex) => {
      const rejection = parserRejection(fault)
      if (rejection === undefined) socket.destroy()
      else this.#reject(socket, rejection)
    })
  }

  /**
   * Rejects input that never became a request, after the open requests of the connection were
   * answered.
   */
  #reject(socket: Duplex, rejection: ParserRejection): void {
    const connection = this.#connections.of(socket)
    if (!connection.acceptsMore) return
    connection.acceptNoMore()
    // The rest of an unreadable body never arrives.
    if (connection.rejectBody(rejection)) return
    connection.whenIdle(() => {
      if (socket.writable) writeRejection(this.#options, socket, rejection)
      else socket.destroy()
    })
  }
}
