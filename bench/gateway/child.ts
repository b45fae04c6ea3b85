import { runChild } from '../harness/run-child.ts'
import { startService } from '../harness/start-service.ts'
import type { ProgramName } from './program-name.ts'
import { startStubGateway } from './start-stub-gateway.ts'

await runChild<ProgramName>((name, folder, settings) =>
  name === 'gateway' ? startStubGateway(folder) : startService(folder, name, settings),
)
