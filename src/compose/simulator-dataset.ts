import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DemoOptions } from '../gateways/embedded/demo/create-demo-dataset.ts'
import { dataPaths } from './data-paths.ts'
import { makeDemoDataset } from './make-demo-dataset.ts'

/** A dataset for a simulator. */
export interface SimulatorDataset {
  readonly file: string
  /** Whether it is a demo that is gone when the simulator is. */
  readonly isTemporary: boolean
  /** Removes it if it was made for this simulator alone. Idempotent. */
  remove(): void
}

/** Where the dataset of a data folder is; `undefined` when there is none. */
export function findDataset({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  const file = dataPaths(dataDir).dataset
  return existsSync(file) ? file : undefined
}

/** Makes a demo in a folder of its own, for as long as a simulator runs. Rejects with nothing left behind. */
export async function makeTemporaryDemo(
  demo: Omit<DemoOptions, 'file'>,
): Promise<SimulatorDataset> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backline-simulator-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    return { file: await makeDemoDataset({ dataDir }, demo), isTemporary: true, remove }
  } catch (error) {
    remove()
    throw error
  }
}
