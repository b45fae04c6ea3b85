import process from 'node:process'
import { startService } from '../../src/compose/start-service.ts'
import { machine, type World } from '../../src/compose/world.ts'
import { readConfig } from '../../src/config.ts'

// A node whose wall clock is wrong: `offset-node.ts MILLISECONDS`. It tells its parent where it listens, and ends with it.
const offsetMs = Number(process.argv[2])
const clock = { ...machine.clock, nowMs: () => machine.clock.nowMs() + offsetMs }
const world: World = { ...machine, clock, observe: () => {} }
const service = await startService(readConfig(process.env), world)
process.on('disconnect', () => void service.stop(0).then(() => process.exit(0)))
process.send?.(service.origin)
