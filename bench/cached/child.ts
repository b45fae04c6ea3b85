import { runChild } from '../harness/run-child.ts'
import { startBareNode } from '../harness/start-bare-node.ts'
import { startService } from '../harness/start-service.ts'
import type { ProgramName } from './programs.ts'
import { startFastifyStack } from './start-fastify-stack.ts'
import { startNginx } from './start-nginx.ts'

await runChild<ProgramName>((name, folder, settings) => {
  switch (name) {
    case 'service':
    case 'service-log':
      return startService(folder, name, settings)
    case 'bare':
      return startBareNode(folder)
    case 'fastify':
      return startFastifyStack(folder, { log: false })
    case 'fastify-log':
      return startFastifyStack(folder, { log: true })
    case 'nginx':
      return startNginx(folder)
  }
})
