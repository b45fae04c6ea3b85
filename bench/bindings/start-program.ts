import { createConnections } from '../../src/http/connections.ts'
import { createExchange } from '../../src/http/create-exchange.ts'
import { composeService } from '../turns/compose-service.ts'
import { startBareNode } from '../turns/start-bare-node.ts'
import { startService } from '../turns/start-service.ts'
import { startBareFastify } from './start-bare-fastify.ts'
import { createFastify, openFastify } from './create-fastify.ts'
import type { ProgramName } from './programs.ts'

/** Starts one of the programs in this process. Returns its origin. */
export async function startProgram(name: ProgramName, folder: string): Promise<string> {
  switch (name) {
    case 'bare-node':
      return startBareNode(folder)
    case 'bare-fastify':
      return startBareFastify(folder)
    case 'node':
      return startService(folder, name)
    case 'fastify': {
      const service = await composeService(folder, name)
      const exchange = createExchange(service, createConnections(), () => false)
      const app = createFastify()
      app.setNotFoundHandler((request, reply) => {
        reply.hijack()
        exchange(request.raw, reply.raw)
      })
      return openFastify(app)
    }
  }
}
