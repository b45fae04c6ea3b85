import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DemoOptions } from '../gateways/embedded/demo/create-demo-dataset.ts'
import { dataPaths } from './data-paths.ts'
import { makeDemoDataset } from './make-demo-dataset.ts'

/** A dataset for a simulator, which only reads it. */
export interface SimulatorDataset {
  readonly file: string
  /** Whether it was made for this simulator alone, to be gone when that is. */
  readonly isTemporary: boolean
  /** Removes it if it is temporary. Idempotent. */
  remove(): void
}

/** The dataset of a data folder, which may be served from at the same time; `undefined` when there is none. */
export function findSimulatorDataset({
  dataDir,
}: Pick<Config, 'dataDir'>): SimulatorDataset | undefined {
  const file = dataPaths(dataDir).dataset
  return existsSync(file) ? { file, isTemporary: false, remove: () => {} } : undefined
}

/**
 * Makes a demo in a data folder, or without one in a folder of its own that is temporary. Rejects with nothing left
 * behind.
 */
export async function makeSimulatorDemo(
  demo: Omit<DemoOptions, 'file'>,
  folder?: Pick<Config, 'dataDir'>,
): Promise<SimulatorDataset> {
  if (folder !== undefined) {
    return { file: await makeDemoDataset(folder, demo), isTemporary: false, remove: () => {} }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'backline-simulator-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    return { file: await makeDemoDataset({ dataDir }, demo), isTemporary: true, remove }
  } catch (error) {
    remove()
    throw error
  }
}
