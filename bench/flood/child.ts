import { startService } from '../../src/compose/start-service.ts'
import { ownWorld } from '../turns/own-world.ts'
import { benchConfig } from '../turns/prepare-data.ts'
import { runChild } from '../turns/run-child.ts'

// The whole service with its admin listener, and nothing else in its process.
await runChild(async (name, folder, settings) => {
  const { own, world } = ownWorld(folder, name)
  return (await startService(benchConfig(own, settings), world)).origin
})
