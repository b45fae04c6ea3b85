import type { IncomingMessage, ServerResponse } from 'node:http'
import { CLIENT_LEFT } from '../domain/client-left.ts'
import type { Clock } from '../domain/clock.ts'
import type { Observe, RequestAnswered } from '../domain/observation.ts'
import type { Connection, Waiting } from './connections.ts'
import type { Exchanges, OpenExchange } from './exchanges.ts'
import { IncomingRequest, type IncomingSettings } from './incoming-request.ts'
import type { Reply } from './reply.ts'

/** What one request is tracked and observed with. */
export interface TrackSettings extends IncomingSettings {
  readonly exchanges: Exchanges
  readonly clock: Clock
  readonly observe: Observe
}

/** One request that is being answered: tracked for as long as it is, and observed exactly once when it is over. */
export class Exchange implements OpenExchange, Waiting {
  place = -1
  sinceMs = 0
  readonly request: IncomingRequest
  readonly outgoing: ServerResponse
  readonly #incoming: IncomingMessage
  readonly #connection: Connection
  readonly #startMs: number
  readonly #settings: TrackSettings
  #reply: Reply | undefined
  #closed = false

  /** `startMs` is when the request came, on the monotonic clock. */
  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    connection: Connection,
    startMs: number,
    settings: TrackSettings,
  ) {
    this.#incoming = incoming
    this.outgoing = outgoing
    this.#connection = connection
    this.#startMs = startMs
    this.#settings = settings
    this.request = new IncomingRequest(incoming, settings)
  }

  /** It is one of the open ones from here on. */
  begin(): void {
    this.#connection.add(this)
    this.#settings.exchanges.add(this)
    this.outgoing.on('close', () => this.close())
  }

  /** Ends its connection at once. */
  destroy(): void {
    this.#incoming.socket.destroy()
  }

  /** Takes the reply that is to be sent. Returns whether anybody is there for it. */
  answer(reply: Reply): boolean {
    this.#reply = reply
    // Whatever was made of a request whose client left before is nobody's fault.
    if (this.#closed) this.#end(reply, { ...reply.subject, code: undefined }, CLIENT_LEFT)
    return !this.#closed
  }

  /** The answer is sent, or the client has gone. Idempotent. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#settings.exchanges.delete(this)
    // Nobody waits for what is sent already, and an abort costs more than all else here.
    if (!this.outgoing.writableFinished) this.request.leave()
    if (this.#reply !== undefined) this.#end(this.#reply, this.#reply.subject, this.#reply.status)
    this.#connection.delete(this)
  }

  #end({ over }: Reply, subject: Reply['subject'], status: number): void {
    over()
    const { request } = this
    const nowMs = this.#settings.clock.monotonicMs()
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
      code: subject.code,
      method: request.method,
      status,
      complete: this.outgoing.writableFinished,
      durationMs: nowMs - this.#startMs,
      stagesMs: subject.watch?.end(nowMs),
    }
    this.#settings.observe(answered)
    request.trace?.end(answered)
  }
}
