import type { IncomingMessage } from 'node:http'
import type { Encoding } from '../domain/content-encoding.ts'
import type { BeginTrace, RequestTrace } from '../domain/trace.ts'
import type { ClientAddress } from './client-address.ts'
import { headerFacts, type HeaderFacts } from './header-facts.ts'
import { networkOf } from './ip-address.ts'
import { preferredEncoding } from './preferred-encoding.ts'
import type { RawRequest } from './raw-request.ts'

/** What is added to what came over the wire. */
export interface IncomingSettings {
  readonly nextRequestId: () => string
  readonly clientAddress: ClientAddress
  readonly beginTrace: BeginTrace
}

/**
 * A request of `node:http` in plain values. What most requests are answered without (the signal, the network) is made when
 * somebody asks for it.
 */
export class IncomingRequest implements RawRequest {
  readonly requestId: string
  readonly method: string
  readonly target: string
  readonly headers: HeaderFacts
  readonly httpVersion: string
  readonly trace: RequestTrace | undefined
  readonly network: () => string
  #controller: AbortController | undefined
  #left = false

  constructor(
    { method = '', url = '', rawHeaders, httpVersion, socket }: IncomingMessage,
    { nextRequestId, clientAddress, beginTrace }: IncomingSettings,
  ) {
    const headers = headerFacts(rawHeaders)
    this.requestId = nextRequestId()
    this.method = method
    this.target = url
    this.headers = headers
    this.httpVersion = httpVersion
    this.trace = beginTrace(headers.traceparent)
    this.network = () => networkOf(clientAddress(socket.remoteAddress, headers.forwardedFor))
  }

  get encoding(): Encoding | undefined {
    return preferredEncoding(this.headers.acceptEncoding)
  }

  get gone(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#left) this.#controller.abort()
    return this.#controller.signal
  }

  /** The client has left: whoever waits for it hears so. */
  leave(): void {
    this.#left = true
    this.#controller?.abort()
  }
}
