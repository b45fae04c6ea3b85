import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { destination } from 'pino'
import { startService } from '../../src/compose/start-service.ts'
import { machine } from '../../src/compose/world.ts'
import { createLog } from '../../src/observe/create-log.ts'
import { gatherLines } from '../../src/observe/gather-lines.ts'
import { benchConfig } from '../turns/prepare-data.ts'
import { runChild } from '../turns/run-child.ts'

// The whole service with its admin listener, and nothing else in its process. Its log is written and goes nowhere.
await runChild(async (name, folder, settings) => {
  const own = join(folder, name)
  cpSync(join(folder, 'data'), join(own, 'data'), { recursive: true })
  const lines = gatherLines(destination({ dest: '/dev/null', sync: false }))
  const observe = createLog(lines, machine.clock)
  const service = await startService(benchConfig(own, settings), { ...machine, observe })
  return service.origin
})
