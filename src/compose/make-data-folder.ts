import { mkdirSync } from 'node:fs'
import process from 'node:process'
import type { Config } from '../config.ts'

/** Makes the data folder. What this process makes in it, also when it is there already, is for its owner alone. */
export function makeDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
}
