import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, FindCurrentUser } from './current-user.ts'
import type { PortalContext } from './portal-handlers.ts'
import { clearCookie, readCookie, writeCookie, type CookieRules } from './session-cookie.ts'

/** Facts about a request, and its log entry. */
export interface About {
  readonly requestId: string
  readonly network: string
  /** Sets the operation in the log. */
  name(operation: string): void
}

/** Options of {@link PortalRequests}. */
export interface PortalRequestsOptions {
  readonly findCurrentUser: FindCurrentUser
  /** Origin that browsers see; empty when it is not configured. */
  readonly origin: string
  /** Returns the id and the client network of a request. */
  readonly about: (request: FastifyRequest) => About
  readonly nowMs: () => number
}

/** Reads what routes of every kind need of a request: its facts, its user and its cookies. */
export class PortalRequests {
  readonly cookies: CookieRules
  readonly #options: PortalRequestsOptions

  constructor(options: PortalRequestsOptions) {
    this.#options = options
    this.cookies = { isSecure: options.origin.startsWith('https:') }
  }

  /** Returns the context of a handler. */
  contextOf(request: FastifyRequest, reply: FastifyReply): PortalContext {
    const { about, nowMs } = this.#options
    return {
      ...about(request),
      host: request.headers.host,
      agent: agentOf(request),
      sessionToken: readCookie(request, this.cookies),
      setSession: (session) => {
        if (session === undefined) clearCookie(reply, this.cookies)
        else writeCookie(reply, this.cookies, session, nowMs())
      },
    }
  }

  /** Returns the user of the session cookie; `undefined` when nobody is signed in. */
  async currentUserOf(request: FastifyRequest): Promise<CurrentUser | undefined> {
    const token = readCookie(request, this.cookies)
    return token === undefined ? undefined : this.#options.findCurrentUser(token)
  }

  requestIdOf(request: FastifyRequest): string {
    return this.#options.about(request).requestId
  }

  networkOf(request: FastifyRequest): string {
    return this.#options.about(request).network
  }

  /** Sets the operation of a request in the log. */
  name(request: FastifyRequest, operation: string): void {
    this.#options.about(request).name(operation)
  }
}

/**
 * Returns the User-Agent in printable ASCII. Node passes bytes that a terminal showing the audit
 * trail could interpret.
 */
function agentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^ -~]/g, '?').slice(0, 200)
}
