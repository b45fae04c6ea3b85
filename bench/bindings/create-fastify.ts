import { fastify, type FastifyInstance } from 'fastify'

/** Fastify as the contract needs it: it routes, and does nothing else by itself that can be turned off. */
export function createFastify(): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    keepAliveTimeout: 65_000,
    requestTimeout: 15_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 16_384 },
  })
  app.removeAllContentTypeParsers()
  app.server.maxHeadersCount = 0
  return app
}

/** Opens it on a free port of this machine. Returns its origin. */
export function openFastify(app: FastifyInstance): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}
