import { createConnections } from '../../src/http/connections.ts'
import { createExchange } from '../../src/http/create-exchange.ts'
import { listen } from '../../src/http/listen.ts'
import { startBareFastify, startBareNode } from './bare.ts'
import { composeService } from './compose-service.ts'
import { createFastify, openFastify } from './create-fastify.ts'
import type { ProgramName } from './programs.ts'

/** Starts one of the programs in this process. Returns its origin. */
export async function startProgram(name: ProgramName, folder: string): Promise<string> {
  switch (name) {
    case 'bare-node':
      return startBareNode(folder)
    case 'bare-fastify':
      return startBareFastify(folder)
    case 'node': {
      const service = await composeService(folder, name)
      const { origin } = await listen({ ...service, host: '127.0.0.1', port: 0 })
      return origin
    }
    case 'fastify': {
      const service = await composeService(folder, name)
      const exchange = createExchange(service, createConnections(), () => false)
      const app = createFastify()
      app.setNotFoundHandler((request, reply) => {
        reply.hijack()
        void exchange(request.raw, reply.raw)
      })
      return openFastify(app)
    }
  }
}
