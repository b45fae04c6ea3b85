import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { destination } from 'pino'
import { machine, type World } from '../../src/compose/world.ts'
import { createLog } from '../../src/observe/create-log.ts'
import { gatherLines } from '../../src/observe/gather-lines.ts'
import { benchConfig } from './prepare-data.ts'
import type { Settings } from './start-child.ts'

/** A copy of the data folder for one program, and the machine with a log that is written as is set and goes nowhere. */
export function ownWorld(
  folder: string,
  name: string,
  settings: Settings = {},
): { readonly own: string; readonly world: World } {
  const own = join(folder, name)
  cpSync(join(folder, 'data'), join(own, 'data'), { recursive: true })
  const { requests } = benchConfig(own, settings).log
  const lines = gatherLines(destination({ dest: '/dev/null', sync: false }), machine.clock)
  return { own, world: { ...machine, observe: createLog(lines, machine.clock, { requests }) } }
}
