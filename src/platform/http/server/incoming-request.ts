import type { IncomingMessage } from 'node:http'
import type { Encoding } from '../content/content-encoding.ts'
import type { StartTrace, RequestTrace } from '../../telemetry/trace.ts'
import type { ClientAddress } from '../request/client-address.ts'
import { decodeUnreserved } from '../request/decode-unreserved.ts'
import { headerFacts, type HeaderFacts } from '../request/header-facts.ts'
import { networkOf } from '../request/ip-address.ts'
import { preferredEncoding } from '../request/preferred-encoding.ts'
import type { RawRequest } from '../request/raw-request.ts'

/** Options of {@link IncomingRequest}. */
export interface IncomingOptions {
  readonly nextRequestId: () => string
  readonly clientAddress: ClientAddress
  readonly startTrace: StartTrace
}

/**
 * A request of `node:http` in plain values. The signal and the network are created on demand: most
 * requests need neither.
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
    { nextRequestId, clientAddress, startTrace }: IncomingOptions,
  ) {
    const headers = headerFacts(rawHeaders)
    this.requestId = nextRequestId()
    this.method = method
    this.target = decodeUnreserved(url)
    this.headers = headers
    this.httpVersion = httpVersion
    this.trace = startTrace(headers.traceparent)
    this.network = () => networkOf(clientAddress(socket.remoteAddress, headers.forwardedFor))
  }

  get encoding(): Encoding | undefined {
    return preferredEncoding(this.headers.acceptEncoding)
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#left) this.#controller.abort()
    return this.#controller.signal
  }

  /** Aborts the signal: the client has disconnected. */
  abort(): void {
    this.#left = true
    this.#controller?.abort()
  }
}
