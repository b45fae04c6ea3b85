import { createConnections } from '../../src/http/connections.ts'
import { createExchange } from '../../src/http/create-exchange.ts'
import { createMatch } from '../../src/http/create-match.ts'
import { listen } from '../../src/http/listen.ts'
import { startBareFastify, startBareNode } from './bare.ts'
import { composeService } from './compose-service.ts'
import { createFastify, openFastify } from './create-fastify.ts'
import { createFastifyExchange } from './fastify-exchange.ts'
import { addRoutes, matchRouted } from './fastify-routes.ts'
import { benchConfig } from './prepare-data.ts'
import type { ProgramName } from './programs.ts'

/** Starts one of the programs in this process. Returns its origin. */
export async function startProgram(name: ProgramName, folder: string): Promise<string> {
  switch (name) {
    case 'bare-node':
      return startBareNode(folder)
    case 'bare-fastify':
      return startBareFastify(folder)
    case 'node': {
      const { origin } = await listen(composeService(benchConfig(folder), name, createMatch()))
      return origin
    }
    case 'fastify-hijacked': {
      const settings = composeService(benchConfig(folder), name, createMatch())
      const exchange = createExchange(settings, createConnections(), () => false)
      const app = createFastify()
      app.setNotFoundHandler((request, reply) => {
        reply.hijack()
        void exchange(request.raw, reply.raw)
      })
      return openFastify(app)
    }
    case 'fastify-catch-all': {
      const settings = composeService(benchConfig(folder), name, createMatch())
      const app = createFastify(settings.nextRequestId)
      app.all('/*', createFastifyExchange(settings))
      return openFastify(app)
    }
    case 'fastify-routes': {
      const settings = composeService(benchConfig(folder), name, matchRouted)
      const app = createFastify(settings.nextRequestId)
      addRoutes(app, (operation) => createFastifyExchange(settings, operation))
      return openFastify(app)
    }
  }
}
