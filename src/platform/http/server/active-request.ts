import type { IncomingMessage, ServerResponse } from 'node:http'
import { CLIENT_LEFT } from '../errors/client-left.ts'
import type { Clock } from '../../time/clock.ts'
import type { StageTimes } from '../../telemetry/stage.ts'
import type { RequestTrace } from '../../telemetry/trace.ts'
import type { BaseSubject, Reply } from '../reply.ts'
import type { ErrorCode } from '../errors/service-error.ts'
import type { Connection, Waiting } from './connections.ts'
import type { ActiveRequests, OpenRequest } from './active-requests.ts'
import { IncomingRequest, type IncomingOptions } from './incoming-request.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly requestId: string
  readonly method: string
  /** 499 if the client disconnected before the response. */
  readonly status: number
  readonly code?: ErrorCode | undefined
  /** False if the client disconnected before the end of the response. */
  readonly complete: boolean
  readonly durationMs: number
  readonly stagesMs?: StageTimes | undefined
  readonly trace?: RequestTrace | undefined
}

/** Options of {@link ActiveRequest}. */
export interface TrackOptions extends IncomingOptions {
  readonly exchanges: ActiveRequests
  readonly clock: Clock
  /** Called once per request, with what its interface knows about it. */
  readonly onEnded: (ended: EndedRequest, subject: BaseSubject) => void
}

/** One request being served: tracked while it is open, and reported exactly once when it ends. */
export class ActiveRequest implements OpenRequest, Waiting, EndedRequest {
  place = -1
  sinceMs = 0
  readonly request: IncomingRequest
  readonly outgoing: ServerResponse
  status = 0
  code: ErrorCode | undefined
  complete = false
  durationMs = 0
  stagesMs: StageTimes | undefined
  readonly #incoming: IncomingMessage
  readonly #connection: Connection
  readonly #startMs: number
  readonly #settings: TrackOptions
  #reply: Reply | undefined
  #closed = false

  /** `startMs`: arrival of the request, on the monotonic clock. */
  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    connection: Connection,
    startMs: number,
    settings: TrackOptions,
  ) {
    this.#incoming = incoming
    this.outgoing = outgoing
    this.#connection = connection
    this.#startMs = startMs
    this.#settings = settings
    this.request = new IncomingRequest(incoming, settings)
  }

  /** Whether the response was sent or the client has disconnected. */
  get isClosed(): boolean {
    return this.#closed
  }

  get requestId(): string {
    return this.request.requestId
  }

  get method(): string {
    return this.request.method
  }

  get trace(): RequestTrace | undefined {
    return this.request.trace
  }

  /** Registers it as open. */
  open(): void {
    this.#connection.add(this)
    this.#settings.exchanges.add(this)
    this.outgoing.on('close', () => this.close())
  }

  /** Ends its connection at once. */
  destroy(): void {
    this.#incoming.socket.destroy()
  }

  /** Sets the reply to send. Returns whether the client is still connected. */
  answer(reply: Reply): boolean {
    this.#reply = reply
    // The client disconnected before: its result is not an error.
    if (this.#closed) this.#end(reply, CLIENT_LEFT, undefined)
    return !this.#closed
  }

  /** Closes the request after the response was sent or the client has disconnected. Idempotent. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#settings.exchanges.delete(this)
    // Skip the abort after a complete response: it is the most expensive step here.
    if (!this.outgoing.writableFinished) this.request.abort()
    const reply = this.#reply
    if (reply !== undefined) this.#end(reply, reply.status, reply.subject.code)
    this.#connection.delete(this)
  }

  #end({ onFinished, subject }: Reply, status: number, code: ErrorCode | undefined): void {
    onFinished()
    const nowMs = this.#settings.clock.monotonicMs()
    this.status = status
    this.code = code
    this.complete = this.outgoing.writableFinished
    this.durationMs = nowMs - this.#startMs
    this.stagesMs = subject.timer?.end(nowMs)
    this.#settings.onEnded(this, subject)
  }
}
