import type { PortalRequest, PortalReply } from './contract/portal-operation.ts'
import type { PortalOperationId, PortalOperations } from './contract/portal-operations.ts'
import type { CurrentUser } from './current-user.ts'

/** Context of every handler: the request and the browser's session. */
export interface PortalContext {
  readonly requestId: string
  /** The client's network. Never logged. */
  readonly network: string
  /** The `Host` header, which a client can set freely. */
  readonly host: string | undefined
  /** The User-Agent, shortened to 200 characters. */
  readonly agent: string
  /** Content of the session cookie; the session may have ended. */
  readonly sessionToken: string | undefined
  /** Sets or clears the browser's session cookie. */
  readonly setSession: (
    session: { readonly token: string; readonly expiresAtMs: number } | undefined,
  ) => void
}

type Access<Id extends PortalOperationId> = PortalOperations[Id]['access']

/** Input of a handler, with the current user where a session is required. */
export type PortalRequestInfo<Id extends PortalOperationId> = PortalRequest<PortalOperations[Id]> &
  PortalContext & {
    readonly currentUser: Access<Id> extends 'anyone' ? CurrentUser | undefined : CurrentUser
  }

/** Handles an operation. Throws a `PortalError` to reject it. */
export type PortalHandler<Id extends PortalOperationId> = (
  input: PortalRequestInfo<Id>,
) => Promise<PortalReply<PortalOperations[Id]>>

/** Handlers of all operations; a missing one does not compile. */
export type PortalHandlers<Id extends PortalOperationId = PortalOperationId> = {
  readonly [One in Id]: PortalHandler<One>
}
