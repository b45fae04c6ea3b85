import { runChild } from '../turns/run-child.ts'
import { startBareNode } from '../turns/start-bare-node.ts'
import { startService } from '../turns/start-service.ts'
import type { ProgramName } from './cases.ts'

await runChild<ProgramName>((name, folder, settings) =>
  name === 'bare' ? startBareNode(folder) : startService(folder, name, settings),
)
