import process from 'node:process'
import { startService } from '../../src/app/start-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { AppPlatform } from '../../src/app/app-platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'

// A node with an offset wall clock: `offset-node.ts MILLISECONDS`. Sends its origin to its parent
// and exits with it.
const offsetMs = Number(process.argv[2])
const clock = { ...systemPlatform.clock, nowMs: () => systemPlatform.clock.nowMs() + offsetMs }
const platform: AppPlatform = { ...systemPlatform, clock, observe: () => {} }
const service = await startService(readConfig(process.env), platform)
process.on('disconnect', () => void service.stop(0).then(() => process.exit(0)))
process.send?.(service.origin)
