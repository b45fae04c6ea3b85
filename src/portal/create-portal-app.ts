import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Type } from '#libraries/typebox'
import { addPages, type PortalPages } from './add-pages.ts'
import { PORTAL_OPERATIONS } from './contract/portal-operations.ts'
import { PORTAL_API, type PortalOperation } from './contract/portal-operation.ts'
import { PortalError } from './contract/portal-error.ts'
import { isAmbiguous } from './is-ambiguous.ts'
import { isSameOrigin } from './is-same-origin.ts'
import type { PortalContext, PortalHandlers } from './portal-handlers.ts'
import { createReadBody, createReadQuery } from './read-question.ts'
import { renderPortalError } from './render-portal-error.ts'
import { clearCookie, readCookie, writeCookie, type CookieRules } from './session-cookie.ts'
import type { FindVisitor, Visitor } from './visitor.ts'

/** What the portal is made of. */
export interface PortalSettings {
  readonly handlers: PortalHandlers
  readonly findVisitor: FindVisitor
  /** Routes by which browsers go to the provider and come back. */
  readonly addNavigation: (app: FastifyInstance, portal: PortalRequests) => void
  readonly pages: PortalPages
  /** The origin that browsers see; empty when it is not set. */
  readonly origin: string
  /** The id of a request, and what stands for its client in the network. */
  readonly about: (request: FastifyRequest) => About
  /** Hears of faults of our own; whoever asked hears only that we are unavailable. */
  readonly onFault: (requestId: string, error: unknown) => void
  /** Requests of one network in a minute. */
  readonly requestsMinute: number
  readonly nowMs: () => number
}

/** What the listener knows of a request, and is told of it for the log. */
export interface About {
  readonly requestId: string
  readonly network: string
  /** Says which operation it is. */
  name(operation: string): void
}

/** What routes of any kind may use. */
export interface PortalRequests {
  readonly cookies: CookieRules
  contextOf(request: FastifyRequest, reply: FastifyReply): PortalContext
  visitorOf(request: FastifyRequest): Promise<Visitor | undefined>
  requestIdOf(request: FastifyRequest): string
  /** Says for the log which operation a request is. */
  name(request: FastifyRequest, operation: string): void
}

/** The largest body, in bytes: a text with leaked keys in it is the longest thing that anybody sends. */
const BODY_MAX = 65_536

/** Guesses of a secret in a minute that one network has. */
const GUESSES_MINUTE = 20

/** A page loads nothing from anywhere else, runs no script but ours, and is in nobody's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Makes the portal: a route for every operation of the table, the pages, and the way to the provider. On each request that
 * changes something it is made sure that a page of the portal sent it, before anybody asks who is signed in.
 */
export async function createPortalApp(settings: PortalSettings): Promise<FastifyInstance> {
  const { handlers, findVisitor, about, origin, nowMs } = settings
  const cookies: CookieRules = { isSecure: origin.startsWith('https:') }
  const describe = (request: FastifyRequest) => ({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': about(request).requestId,
  })
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { requestId } = about(request)
    return renderPortalError(reply, error, requestId, (cause) => settings.onFault(requestId, cause))
  }
  const app = fastify({
    bodyLimit: BODY_MAX,
    // A path that does not decode passes no hook.
    frameworkErrors: (error, request, reply) => {
      void refuse(error, request, reply.headers(describe(request)))
    },
    logger: false,
    genReqId: () => '',
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    // It is bound to a listener of another part, and closed with it.
    forceCloseConnections: false,
  })
  await app.register(cookie)
  await app.register(rateLimit, {
    max: settings.requestsMinute,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => about(request).network,
    errorResponseBuilder: (_, { ttl }) => tooMany(ttl),
  })
  // One count for all that can be guessed at: the plugin counts each route with a limit of its own apart.
  const takeGuess = app.createRateLimit({ max: GUESSES_MINUTE, timeWindow: 60_000 })
  const countGuess = async (request: FastifyRequest) => {
    const taken = await takeGuess(request)
    if (!taken.isAllowed && taken.isExceeded) throw tooMany(taken.ttl)
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(describe(request))
    if (!isAmbiguous(request.raw)) return
    // Nor is it known where a next request would begin.
    reply.header('Connection', 'close')
    throw new PortalError('invalid_request', 'Its head can be read in two ways.')
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new PortalError('not_found', 'There is no such path.')
  })

  const requests: PortalRequests = {
    cookies,
    visitorOf: async (request) => {
      const token = readCookie(request, cookies)
      return token === undefined ? undefined : findVisitor(token)
    },
    requestIdOf: (request) => about(request).requestId,
    name: (request, operation) => about(request).name(operation),
    contextOf: (request, reply) => ({
      ...about(request),
      host: request.headers.host,
      agent: agentOf(request),
      sessionToken: readCookie(request, cookies),
      keepSession: (session) => {
        if (session === undefined) clearCookie(reply, cookies)
        else writeCookie(reply, cookies, session, nowMs())
      },
    }),
  }

  for (const [operationId, operation] of Object.entries<PortalOperation>(PORTAL_OPERATIONS)) {
    const { method, path, access, query, body, isGuessable } = operation
    const readQuery = createReadQuery(query ?? NOTHING)
    const readBody = createReadBody(body ?? NOTHING)
    // The types of the table hold for each operation by itself; a loop over all of them cannot say so.
    const handle = handlers[operationId as keyof PortalHandlers] as (
      asked: object,
    ) => Promise<unknown>
    app.route({
      method,
      url: `${PORTAL_API}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        if (method === 'POST') refuseForeign(request, origin)
        if (isGuessable === true) await countGuess(request)
      },
      handler: async (request, reply) => {
        about(request).name(`portal.${operationId}`)
        const visitor = await requests.visitorOf(request)
        if (access !== 'anyone' && visitor === undefined) {
          throw new PortalError('not_signed_in', 'Sign in first.')
        }
        // Who is no operator does not learn what operators can ask.
        if (access === 'operator' && visitor?.isOperator !== true) {
          throw new PortalError('not_found', 'There is no such path.')
        }
        const asked = {
          ...requests.contextOf(request, reply),
          visitor,
          path: readPath(request.params),
          query: readQuery(request.query),
          body: method === 'POST' ? readBody(request.body) : {},
        }
        return handle(asked)
      },
    })
  }
  app.all(`${PORTAL_API}/*`, () => {
    throw new PortalError('not_found', 'There is no such path.')
  })
  // On a listener of its own there is nothing else to be found at the root.
  app.get('/', (_, reply) => reply.redirect('/portal'))
  settings.addNavigation(app, requests)
  addPages(app, settings.pages)
  await app.ready()
  return app
}

/** What a browser says it is. Node takes bytes above ASCII, some of which a terminal that shows the audit trail would obey. */
function agentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^ -~]/g, '?').slice(0, 200)
}

/** Refuses a network that has asked too much, for `ttlMs` more. */
function tooMany(ttlMs: number): PortalError {
  return new PortalError('too_many_requests', 'Too many requests came from your network.', {
    retryAfterS: Math.max(1, Math.ceil(ttlMs / 1_000)),
  })
}

const NOTHING = Type.Object({}, { additionalProperties: false })

const SEGMENT = /^[A-Za-z0-9_.-]{1,64}$/

/** Names in a path; what can be none is the name of nothing. */
function readPath(parameters: unknown): Readonly<Record<string, string>> {
  const path = parameters as Readonly<Record<string, string>>
  if (Object.values(path).every((text) => SEGMENT.test(text))) return path
  throw new PortalError('not_found', 'There is no such thing.')
}

/** Refuses (403) what no page of the portal sent: only such a page may change something. */
function refuseForeign({ headers }: FastifyRequest, own: string): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const secFetchSite = Array.isArray(site) ? site.join() : site
  if (isSameOrigin({ origin, host, secFetchSite }, own)) return
  throw new PortalError('forbidden', 'This request does not come from a page of the portal.')
}
