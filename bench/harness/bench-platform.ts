import { cpSync } from 'node:fs'
import { join } from 'node:path'
import sonicBoom from 'sonic-boom'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { AppPlatform } from '../../src/app/app-platform.ts'
import { OBSERVATIONS } from '../../src/app/telemetry/observations.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { bufferLines } from '../../src/platform/telemetry/buffered-lines.ts'
import { benchConfig } from './prepare-data.ts'
import type { Options } from './start-child.ts'

/**
 * Creates a copy of the data folder for one program, and a platform whose log is written to
 * `/dev/null`.
 */
export function benchPlatform(
  folder: string,
  name: string,
  settings: Options = {},
): { readonly own: string; readonly world: AppPlatform } {
  const own = join(folder, name)
  cpSync(join(folder, 'data'), join(own, 'data'), { recursive: true })
  const { requests } = benchConfig(own, settings).log
  const lines = bufferLines(
    new sonicBoom.SonicBoom({ dest: '/dev/null', sync: false }),
    systemPlatform.clock,
  )
  return {
    own,
    world: {
      ...systemPlatform,
      observe: createLog(OBSERVATIONS, lines, systemPlatform.clock, { requests }),
    },
  }
}
