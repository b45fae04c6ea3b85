import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addPages, type PortalPages } from './portal-pages.ts'
import { PortalError } from './contract/portal-error.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { createNetworkRateLimit } from './network-rate-limit.ts'
import { addOperationRoutes } from './operation-routes.ts'
import type { PortalHandlers } from './portal-handlers.ts'
import { portalHeaders } from './portal-headers.ts'
import { PortalRequests, type PortalRequestsOptions } from './portal-requests.ts'
import { renderPortalError, type PortalErrorOptions } from './render-portal-error.ts'

/** Options of {@link createPortalApp}. */
export interface PortalAppOptions
  extends PortalRequestsOptions, Pick<PortalErrorOptions, 'renderErrorPage' | 'maintenanceLeftS'> {
  readonly handlers: PortalHandlers
  /** Adds the routes by which browsers go to the provider and return. */
  readonly addNavigation: (app: FastifyInstance, requests: PortalRequests) => void
  readonly pages: PortalPages
  /** Called with internal faults; the client only gets `unavailable`. */
  readonly onFault: (requestId: string, error: unknown) => void
  /**
   * Returns whether an overloaded process sheds a request (503). Pages and their files are always
   * served.
   */
  readonly isShed: () => boolean
  /**
   * Requests per minute of one client: an IPv4 address or an IPv6 /64. A /56 and a /48 have 4 and
   * 16 times as many.
   */
  readonly requestsMinute: number
  /** Requests for access per day of one client, in the same tiers. */
  readonly accessRequestsDay: number
}

/** Maximum body in bytes. The longest input is a text with leaked keys. */
const BODY_MAX = 65_536

/** Maximum networks of each size in memory. */
const NETWORKS_MAX = 20_000

/** Guesses of a secret per minute and network. */
const GUESSES_MINUTE = 20

/** Paths that need the stores or the provider: all except pages and their files. */
const NEEDS_STORES = /^\/portal\/(?:api|sign-in\/provider)(?:[/?]|$)/

/** Paths of pages: all below the portal except those of its API. */
const PAGES = /^\/portal(?!\/api(?:[/?]|$))(?:[/?]|$)/

/** Creates the portal: the operations' routes, the pages, and the provider's routes. */
export async function createPortalApp(options: PortalAppOptions): Promise<FastifyInstance> {
  const { handlers, origin, isShed } = options
  const requests = new PortalRequests(options)
  const app = createFramework(requests, options)
  await app.register(cookie)
  await app.register(rateLimit, { global: false, cache: NETWORKS_MAX })
  const byNetwork = {
    networkOf: (request: FastifyRequest) => requests.networkOf(request),
    refuse: tooMany,
  }
  const countRequest = createNetworkRateLimit(app, { limit: options.requestsMinute, ...byNetwork })
  // One shared count for everything that can be guessed.
  const countGuess = createNetworkRateLimit(app, { limit: GUESSES_MINUTE, ...byNetwork })
  const countQueued = createNetworkRateLimit(app, {
    // At 0 the handler rejects all.
    limit: Math.max(1, options.accessRequestsDay),
    windowMs: DAY_MS,
    ...byNetwork,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(portalHeaders(requests.requestIdOf(request)))
    rejectAmbiguous(request, reply)
    if (needsStores(request) && isShed()) {
      throw new PortalError('unavailable', 'The service is overloaded. Try again later.')
    }
    const { limit, remaining, resetS } = await countRequest(request)
    reply.headers({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': resetS,
    })
  })
  addOperationRoutes(app, { handlers, requests, origin, countGuess, countQueued })
  // A dedicated listener serves nothing else at the root.
  app.get('/', (_, reply) => reply.redirect('/portal'))
  options.addNavigation(app, requests)
  addPages(app, options.pages)
  await app.ready()
  return app
}

/** Creates the framework, whose own rejections are the portal's errors, too. */
function createFramework(
  requests: PortalRequests,
  {
    onFault,
    renderErrorPage,
    maintenanceLeftS,
  }: Pick<PortalAppOptions, 'onFault' | 'renderErrorPage' | 'maintenanceLeftS'>,
): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const requestId = requests.requestIdOf(request)
    const { status, headers, body } = renderPortalError(request.raw, error, {
      requestId,
      onFault: (cause) => onFault(requestId, cause),
      renderErrorPage,
      maintenanceLeftS,
    })
    return reply.code(status).headers(headers).send(body)
  }
  const app = fastify({
    bodyLimit: BODY_MAX,
    // A path that cannot be decoded passes no hook.
    frameworkErrors: (error, request, reply) => {
      void refuse(error, request, reply.headers(portalHeaders(requests.requestIdOf(request))))
    },
    logger: false,
    genReqId: () => '',
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    // The server is bound to another component's listener and closed with it.
    forceCloseConnections: false,
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler(({ method, url }, reply) => {
    if (PAGES.test(url) && method !== 'GET' && method !== 'HEAD') {
      reply.header('Allow', 'GET, HEAD')
      throw new PortalError('method_not_allowed', 'Pages are for reading only.')
    }
    throw new PortalError('not_found', 'There is no such path.')
  })
  return app
}

/** Checks the matched route too: a path can be written in many forms. */
function needsStores({ url, routeOptions }: FastifyRequest): boolean {
  return [url, routeOptions.url ?? ''].some((path) => NEEDS_STORES.test(path))
}

/** Returns the rejection of a network over its limit, for `ttlMs` more. */
function tooMany(ttlMs: number): PortalError {
  return new PortalError('too_many_requests', 'There were too many requests from your network.', {
    retryAfterS: Math.max(1, Math.ceil(ttlMs / 1_000)),
  })
}

function rejectAmbiguous(request: FastifyRequest, reply: FastifyReply): void {
  if (!isAmbiguous(request.raw)) return
  // The start of the next request on the connection is unknown.
  reply.header('Connection', 'close')
  throw new PortalError('invalid_request', 'The request headers are ambiguous.')
}

/** Head of a request as received. */
interface Head {
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[]
  readonly headers: { readonly 'transfer-encoding'?: string | undefined }
  readonly httpVersion: string
}

/**
 * Returns whether the target host or the end of the body is ambiguous: two `Host` lines, none since
 * HTTP/1.1, or a transfer coding other than `chunked`. A proxy may have read such a request
 * differently.
 */
function isAmbiguous({ rawHeaders, headers, httpVersion }: Head): boolean {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length
  const { 'transfer-encoding': coding = 'chunked' } = headers
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0') || coding.toLowerCase() !== 'chunked'
}
