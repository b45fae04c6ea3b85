import type { RequestAnswered } from '../domain/observation.ts'

/** What may be observed of a request, besides what the binding knows of it. */
export type Subject = Partial<
  Pick<
    RequestAnswered,
    'keyId' | 'operation' | 'region' | 'code' | 'violated' | 'cache' | 'ageMs' | 'stagesMs'
  >
>

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
