import type { PortalQuestion, PortalReply } from './contract/portal-operation.ts'
import type { PortalOperationId, PortalOperations } from './contract/portal-operations.ts'
import type { Visitor } from './visitor.ts'

/** What every handler may know of a request, and do with the session of the browser. */
export interface PortalContext {
  readonly requestId: string
  /** What stands for the client in its network. Never logged. */
  readonly network: string
  /** What the browser calls this server: its `Host` line, which anybody can write as they like. */
  readonly host: string | undefined
  /** What the browser says it is, shortened to 200 characters. */
  readonly agent: string
  /** What the browser's cookie holds; it may be a session that is over. */
  readonly sessionToken: string | undefined
  /** Gives the browser a session, or takes away the one it has. */
  keepSession(session: { readonly token: string; readonly expiresAtMs: number } | undefined): void
}

type Access<Id extends PortalOperationId> = PortalOperations[Id]['access']

/** What a handler is asked with. Where somebody has to be signed in, it is known who. */
export type PortalAsked<Id extends PortalOperationId> = PortalQuestion<PortalOperations[Id]> &
  PortalContext & {
    readonly visitor: Access<Id> extends 'anyone' ? Visitor | undefined : Visitor
  }

/** Answers an operation. Throws a `PortalError` to say no. */
export type PortalHandler<Id extends PortalOperationId> = (
  asked: PortalAsked<Id>,
) => Promise<PortalReply<PortalOperations[Id]>>

/** A handler for every operation: one without does not compile. */
export type PortalHandlers<Id extends PortalOperationId = PortalOperationId> = {
  readonly [One in Id]: PortalHandler<One>
}
