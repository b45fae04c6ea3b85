import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { existsSync, rmdirSync } from 'node:fs'
import { createWorkFolder } from '../platform/files/work-directory.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { createDemoDatasetFile, type DemoDatasetOptions } from '../demo/demo.ts'

/** A dataset of a simulator, used read-only. */
export interface SimulatorDataset {
  readonly file: string
  /** Whether it was created for this simulator and is removed with it. */
  readonly isTemporary: boolean
  /** Removes a temporary dataset. Idempotent. */
  readonly remove: () => void
}

/**
 * Finds the dataset of a data folder, which a server may use at the same time; `undefined` when
 * there is none.
 */
export function findSimulatorDataset({
  dataDir,
}: Pick<DatabaseConfig, 'dataDir'>): SimulatorDataset | undefined {
  const file = dataPaths(dataDir).dataset
  return existsSync(file) ? { file, isTemporary: false, remove: () => {} } : undefined
}

/**
 * Creates a demo in the data folder, or a temporary one in a work folder there. First removes the
 * leftovers of a killed run. Leaves nothing behind when it rejects.
 */
export async function createSimulatorDemo(
  demo: DemoDatasetOptions,
  { dataDir }: Pick<DatabaseConfig, 'dataDir'>,
  { isTemporary }: Pick<SimulatorDataset, 'isTemporary'>,
): Promise<SimulatorDataset> {
  if (!isTemporary) {
    return { file: await createDemoDatasetFile({ dataDir }, demo), isTemporary, remove: () => {} }
  }
  const isNew = !existsSync(dataDir)
  prepareDataDirectory({ dataDir })
  const folder = createWorkFolder(dataDir, 'simulator')
  const remove = () => {
    folder.remove()
    if (isNew) removeIfEmpty(dataDir)
  }
  try {
    return {
      file: await createDemoDatasetFile({ dataDir: folder.path }, demo),
      isTemporary,
      remove,
    }
  } catch (error) {
    remove()
    throw error
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another process has created or removed something there.
  }
}
