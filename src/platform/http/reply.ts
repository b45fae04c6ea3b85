import type { ByteStream } from './server/send-stream.ts'
import type { ErrorCode } from './errors/service-error.ts'
import type { StageTimer } from '../telemetry/stage-timer.ts'

/** Facts about a request that HTTP itself reads. Interfaces add their own, which it passes on. */
export interface BaseSubject {
  readonly operation?: string | undefined
  readonly code?: ErrorCode | undefined
  /** The timer of its stages, where they are timed. */
  readonly timer?: StageTimer | undefined
}

/**
 * A response, independent of any framework. The HTTP binding adds `Date` and the connection
 * headers.
 */
export interface Reply<Subject extends BaseSubject = BaseSubject> {
  readonly status: number
  /**
   * Alternating header names and values, `Content-Length` included unless the body is a stream. The
   * binding appends to this list.
   */
  readonly headers: string[]
  /**
   * The whole body, which the client must read by the request's hard deadline, or a stream with a
   * deadline per chunk.
   */
  readonly body: Uint8Array | string | ByteStream
  /** The client may read the body slowly: the deadline applies per chunk, as for streams. */
  readonly stalls?: true
  /** Milliseconds by which the response is delayed; absent: none. */
  readonly delayMs?: number
  /** Closes the connection: further input on it cannot be trusted or is not wanted. */
  readonly closes: boolean
  readonly subject: Subject
  /** Called once, after the response was sent or the client has disconnected. */
  readonly onFinished: () => void
}
