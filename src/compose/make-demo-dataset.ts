import type { Config } from '../config.ts'
import type { DemoOptions, DemoProgress } from '../gateways/embedded/demo/create-demo-dataset.ts'
import { demoTimetables, type DemoTimetable } from '../gateways/embedded/demo/demo-calendar.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from '../gateways/embedded/demo/demo-ids.ts'
import { changeDataset } from './change-dataset.ts'

export { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoTimetables, type DemoProgress, type DemoTimetable }

/** The seed of a demo unless told. */
export const DEMO_SEED = 1

/**
 * Makes the demo dataset in the data folder, in the place of any dataset that is there once it is whole. Returns
 * where it is.
 */
export async function makeDemoDataset(
  config: Pick<Config, 'dataDir'>,
  options: Omit<DemoOptions, 'file'>,
): Promise<string> {
  return changeDataset(config, async (file) => {
    // Drawing is loaded when it is needed: once in the life of a data folder.
    const { createDemoDataset } = await import('../gateways/embedded/demo/create-demo-dataset.ts')
    await createDemoDataset({ file, ...options })
    return file
  })
}
