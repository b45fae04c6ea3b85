import type { Config } from '../config.ts'
import type { DemoOptions, DemoProgress } from '../gateways/embedded/demo/create-demo-dataset.ts'
import { demoTimetables, type DemoTimetable } from '../gateways/embedded/demo/demo-calendar.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from '../gateways/embedded/demo/demo-ids.ts'
import { readDatasetHeader } from '../gateways/embedded/open-dataset.ts'
import { changeDataset } from './change-dataset.ts'

export { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoTimetables, type DemoProgress, type DemoTimetable }

/** The seed of a demo unless told. */
export const DEMO_SEED = 1

/** How the demo of a data folder is made. */
export interface DemoDatasetOptions extends Omit<DemoOptions, 'file'> {
  /** Whether a dataset with imported data may be lost. */
  readonly replace?: boolean
}

/**
 * Makes the demo dataset in the data folder, in the place of the one that is there once it is whole. Returns where it
 * is. Throws when the one that is there is no demo, unless it may be replaced.
 */
export async function makeDemoDataset(
  config: Pick<Config, 'dataDir'>,
  { replace = false, ...options }: DemoDatasetOptions,
): Promise<string> {
  return changeDataset(config, async (file) => {
    if (!replace && holdsOtherData(file)) {
      throw new Error(
        `The dataset in ${config.dataDir} is no demo, or data were imported into it: a demo in its place would lose ` +
          'them. "backline data export DIR" keeps them, and "backline data demo --replace" does it anyway.',
      )
    }
    // Drawing is loaded when it is needed: once in the life of a data folder.
    const { createDemoDataset } = await import('../gateways/embedded/demo/create-demo-dataset.ts')
    await createDemoDataset({ file, ...options })
    return file
  })
}

/** Version 1 had no way to bring in other data. */
function holdsOtherData(file: string): boolean {
  const header = readDatasetHeader(file)
  return header !== undefined && header.version !== 1 && !header.isDemo
}
