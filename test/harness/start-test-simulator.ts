import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../src/simulator/start-simulator.ts'
import type { OperationId } from '../../src/game/operations.ts'
import type { Region } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { copyTestDataset } from './copy-test-dataset.ts'
import { FORMS, formTarget } from './request-of.ts'
import { STILL } from './start-test-service.ts'

/** The key of simulators in tests. */
export const SIMULATOR_KEY = 'key-of-the-simulator-in-the-tests'

/**
 * Starts a simulator with the demo and game time of a test service, so that both answer alike.
 * Creates the dataset in `folder` if missing.
 */
export async function startTestSimulator({
  folder,
  ...options
}: { readonly folder: string } & Partial<SimulatorOptions>): Promise<Simulator> {
  const file = join(folder, 'simulator.db')
  if (options.data === undefined && !existsSync(file)) {
    await copyTestDataset(file)
  }
  return startSimulator({
    data: file,
    key: SIMULATOR_KEY,
    gameTime: STILL,
    observe: (observation) => {
      if (observation.type === 'fault') throw observation.error
    },
    ...options,
  })
}

/** Returns the gateway path of an operation's example in the demo. */
export function gatewayTarget(operation: OperationId, region: Region = 'jp'): string {
  const form = FORMS.find((one) => one.operation === operation)
  if (form === undefined) throw new Error(`No form of ${operation}.`)
  return `/v1/${region}${formTarget(form, demoExample(operation, region))}`
}
