import { startService } from '../../src/app/start-service.ts'
import { benchPlatform } from '../harness/bench-platform.ts'
import { benchConfig } from '../harness/prepare-data.ts'
import { runChild } from '../harness/run-child.ts'

// The whole service with its admin listener, alone in its process.
await runChild(async (name, folder, settings) => {
  const { own, world: platform } = benchPlatform(folder, name)
  return (await startService(benchConfig(own, settings), platform)).origin
})
