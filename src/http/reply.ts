import type { RequestAnswered } from '../domain/observation.ts'
import type { Pieces } from './send-pieces.ts'
import type { StageWatch } from './stage-watch.ts'

/** What may be observed of a request, besides what the binding knows of it. */
export type Subject = Partial<
  Pick<
    RequestAnswered,
    | 'keyId'
    | 'developerId'
    | 'refusedKey'
    | 'operation'
    | 'region'
    | 'askedRegion'
    | 'code'
    | 'refusedGrant'
    | 'violated'
    | 'quota'
    | 'gateway'
    | 'cache'
    | 'ageMs'
  >
> & {
  /** What times its stages; none where they are not timed. */
  readonly watch?: StageWatch | undefined
}

/** What goes back to the client, free of any framework. The binding adds `Date` and what concerns the connection. */
export interface Reply {
  readonly status: number
  /**
   * Header names and values in turn; `Content-Length` is among them, unless the body comes in pieces. A list of this reply's
   * own: the binding adds to it.
   */
  readonly headers: string[]
  /** All of it at once, which has to be read by the hard end, or pieces, for whoever keeps reading. */
  readonly body: Uint8Array | string | Pieces
  /** The client may read the body as slowly as it likes, as long as it keeps reading. So it is with pieces always. */
  readonly stalls?: true
  /** Milliseconds for which it is held back before it is sent; absent: not at all. */
  readonly heldBackMs?: number
  /** The connection must not be used again: what the client still sends on it cannot be trusted or is not wanted. */
  readonly closes: boolean
  readonly subject: Subject
  /** Called once the answer is sent or the client has gone. */
  readonly over: () => void
}
