import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '#libraries/typebox'
import { PortalError } from './contract/portal-error.ts'
import { PORTAL_API, type PortalOperation } from './contract/portal-operation.ts'
import { PORTAL_OPERATIONS } from './contract/portal-operations.ts'
import type { CurrentUser } from './current-user.ts'
import { createBodyParser, createQueryParser } from './parse-request.ts'
import type { PortalHandlers } from './portal-handlers.ts'
import type { PortalRequests } from './portal-requests.ts'

/** Options of {@link addOperationRoutes}. */
export interface OperationRoutesOptions {
  readonly handlers: PortalHandlers
  readonly requests: PortalRequests
  /** Origin that browsers see; empty when it is not configured. */
  readonly origin: string
  /** Counts a guess of a secret; rejects when the network has made too many. */
  readonly countGuess: (request: FastifyRequest) => Promise<unknown>
  /** Counts a request for access; rejects when the network has sent too many today. */
  readonly countQueued: (request: FastifyRequest) => Promise<unknown>
}

const NOTHING = Type.Object({}, { additionalProperties: false })

const SEGMENT = /^[A-Za-z0-9_.-]{1,64}$/

/**
 * Adds a route for every operation of the table. A request that changes something is checked for
 * its origin before the session is read.
 */
export function addOperationRoutes(
  app: FastifyInstance,
  { handlers, requests, origin, countGuess, countQueued }: OperationRoutesOptions,
): void {
  for (const [operationId, operation] of Object.entries<PortalOperation>(PORTAL_OPERATIONS)) {
    const { method, path, access, query, body, isGuessable, isQueued } = operation
    const readQuery = createQueryParser(query ?? NOTHING)
    const readBody = createBodyParser(body ?? NOTHING)
    // The table types each operation separately; a loop over all of them loses that.
    const handle = handlers[operationId as keyof PortalHandlers] as (
      input: object,
    ) => Promise<unknown>
    app.route({
      method,
      url: `${PORTAL_API}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        if (method === 'POST') rejectForeign(request, origin)
        if (isGuessable === true) await countGuess(request)
      },
      handler: async (request, reply) => {
        requests.name(request, `portal.${operationId}`)
        const currentUser = await requests.currentUserOf(request)
        rejectUnauthorized(access, currentUser)
        const input = {
          ...requests.contextOf(request, reply),
          currentUser,
          path: readPath(request.params),
          query: readQuery(request.query),
          body: method === 'POST' ? readBody(request.body) : {},
        }
        // After the checks, so that a mistyped form costs nothing.
        if (isQueued === true) await countQueued(request)
        return handle(input)
      },
    })
  }
  app.all(`${PORTAL_API}/*`, () => {
    throw new PortalError('not_found', 'There is no such path.')
  })
}

function rejectUnauthorized(
  access: PortalOperation['access'],
  currentUser: CurrentUser | undefined,
): void {
  if (access !== 'anyone' && currentUser === undefined) {
    throw new PortalError('not_signed_in', 'Sign in first.')
  }
  // Only operators learn which operator operations exist.
  if (access === 'operator' && currentUser?.isOperator !== true) {
    throw new PortalError('not_found', 'There is no such path.')
  }
}

/** Returns the path parameters; an invalid id is treated as unknown. */
function readPath(parameters: unknown): Readonly<Record<string, string>> {
  const path = parameters as Readonly<Record<string, string>>
  if (Object.values(path).every((text) => SEGMENT.test(text))) return path
  throw new PortalError('not_found', 'The requested object does not exist.')
}

/** Throws `forbidden` (403) unless a page of the portal sent the request. */
function rejectForeign({ headers }: FastifyRequest, own: string): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const secFetchSite = Array.isArray(site) ? site.join() : site
  if (isSameOrigin({ origin, host, secFetchSite }, own)) return
  throw new PortalError('forbidden', 'The request was not sent by a page of the portal.')
}

/** Headers by which a browser states where a request comes from. */
interface OriginFacts {
  readonly origin: string | undefined
  readonly secFetchSite: string | undefined
  readonly host: string | undefined
}

/**
 * Returns whether a page of the portal sent the request. Browsers set `Sec-Fetch-Site` and `Origin`
 * and pages cannot; a request with neither comes from no current browser and is rejected too. `own`
 * is the portal's origin; when it is empty, the requested host over plain HTTP counts, the only
 * scheme that the portal speaks itself.
 */
function isSameOrigin({ origin, secFetchSite, host }: OriginFacts, own: string): boolean {
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return false
  if (origin === undefined) return secFetchSite === 'same-origin'
  if (own !== '') return origin === own
  const requestUrl = URL.parse(`http://${host ?? ''}`)
  return requestUrl !== null && URL.parse(origin)?.origin === requestUrl.origin
}
