import { mkdirSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { DemoOptions, DemoProgress } from '../gateways/embedded/demo/create-demo-dataset.ts'
import { demoTimetables, type DemoTimetable } from '../gateways/embedded/demo/demo-calendar.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from '../gateways/embedded/demo/demo-ids.ts'
import { dataPaths } from './data-paths.ts'

export { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoTimetables, type DemoProgress, type DemoTimetable }

/** The seed of a demo unless told. */
export const DEMO_SEED = 1

/**
 * Makes the demo dataset in the data folder, in the place of any dataset that is there once it is whole. Returns
 * where it is.
 */
export async function makeDemoDataset(
  { dataDir }: Config,
  options: Omit<DemoOptions, 'file'>,
): Promise<string> {
  const file = dataPaths(dataDir).dataset
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Drawing is loaded when it is needed: once in the life of a data folder.
  const { createDemoDataset } = await import('../gateways/embedded/demo/create-demo-dataset.ts')
  await createDemoDataset({ file, ...options })
  return file
}
