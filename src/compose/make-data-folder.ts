import { mkdirSync } from 'node:fs'
import process from 'node:process'
import type { Config } from '../config.ts'
import { hasRestoredFiles } from '../stores/embedded/backup/restored-files.ts'
import { ownDataFolder } from '../stores/embedded/own-data-folder.ts'

/**
 * Makes the data folder. What this process makes in it, also when it is there already, is for its owner alone. Whoever
 * opens the folder comes through here, and so a restore that was cut off is ended before anything is read.
 */
export function makeDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
  finishRestore({ dataDir })
}

/** Ends a restore of a data folder that was cut off, so that nobody ever reads the half of it. */
export function finishRestore({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (!hasRestoredFiles(dataDir)) return
  const release = ownDataFolder(dataDir)
  release()
}
