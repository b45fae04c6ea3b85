import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { DemoOptions, DemoProgress } from './demo-dataset.ts'
import { demoTimetables, type DemoTimetable } from './demo-calendar.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from './demo-ids.ts'
import { readDatasetHeader } from '../dataset/open-dataset.ts'
import { withDatasetLock } from '../dataset/changes/with-dataset-lock.ts'

export { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoTimetables, type DemoProgress, type DemoTimetable }

/** The default seed of a demo. */
export const DEMO_SEED = 1

/** Options of {@link createDemoDatasetFile}. */
export interface DemoDatasetOptions extends Omit<DemoOptions, 'file'> {
  /** Whether a dataset with imported data may be replaced. */
  readonly replace?: boolean
}

/**
 * Creates the demo dataset in the data directory and atomically replaces an existing dataset.
 * Returns its path. Throws if the existing dataset contains other data, unless `replace` is set.
 */
export async function createDemoDatasetFile(
  config: Pick<DatabaseConfig, 'dataDir'>,
  { replace = false, ...options }: DemoDatasetOptions,
): Promise<string> {
  return withDatasetLock(config, async (file) => {
    if (!replace && hasImportedData(file)) {
      throw new Error(
        `The dataset in ${config.dataDir} is not a demo or contains imported data, which a demo would ` +
          'replace. Save it with "backline data export DIR", or replace it with "backline data demo --replace".',
      )
    }
    // Loaded on demand: drawing is needed once per data directory.
    const { createDemoDataset } = await import('./demo-dataset.ts')
    await createDemoDataset({ file, ...options })
    return file
  })
}

/** Returns whether a dataset contains imported data. Version 1 could not import. */
function hasImportedData(file: string): boolean {
  const header = readDatasetHeader(file)
  return header !== undefined && header.version !== 1 && !header.isDemo
}
