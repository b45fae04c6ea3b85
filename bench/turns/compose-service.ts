import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openService, type OpenService } from '../../src/compose/open-service.ts'
import { machine } from '../../src/compose/world.ts'
import { createLog } from '../../src/observe/create-log.ts'
import { gatherLines } from '../../src/observe/gather-lines.ts'
import { destination } from 'pino'
import { benchConfig } from './prepare-data.ts'
import type { Settings } from './start-child.ts'

/**
 * The real service, bound to nothing yet, on a copy of the data folder of its own. Its log is written and goes
 * nowhere.
 */
export async function composeService(
  folder: string,
  name: string,
  settings: Settings = {},
): Promise<OpenService> {
  const own = join(folder, name)
  cpSync(join(folder, 'data'), join(own, 'data'), { recursive: true })
  const observe = createLog(
    gatherLines(destination({ dest: '/dev/null', sync: false })),
    machine.clock,
  )
  return openService(benchConfig(own, settings), { ...machine, observe })
}
