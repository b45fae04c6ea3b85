import type { ErrorCode } from '../domain/service-error.ts'
import type { Region } from '../domain/region.ts'

/** What the request log may know of a request. */
export interface Subject {
  readonly keyId?: string | undefined
  readonly operation?: string | undefined
  readonly region?: Region | undefined
  readonly code?: ErrorCode
  readonly cache?: 'hit' | 'miss' | 'stale' | 'bypass' | 'joined'
}

/** What goes back to the client, free of any framework. The binding adds `Date` and what concerns the connection. */
export interface Reply {
  readonly status: number
  /** Header names and values in turn; `Content-Length` is among them. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | string
  /** The connection must not be used again: what the client still sends on it cannot be trusted or is not wanted. */
  readonly closes: boolean
  readonly subject: Subject
  /** Called once the answer is sent or the client has gone. */
  readonly over: () => void
}
