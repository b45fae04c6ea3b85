import type { DatabaseConfig } from '../sql/store-config.ts'
import { mkdirSync } from 'node:fs'
import process from 'node:process'
import { hasRestoredFiles } from './restored-files.ts'
import { checkDataFolder } from './check-data-directory.ts'
import { lockDataDirectory } from './lock-data-directory.ts'
import { removeAbandonedWork } from './work-directory.ts'

/** Files of the directory that must not be symbolic links. */
const OWN_FILES = ['accounts.db', 'quota.bin', 'pepper', 'demo-key', 'owner.lock', 'reserve.bin']

/** Large files, which may be symbolic links to another disk. */
const LINKABLE_FILES = ['dataset.db', 'history.db', 'usage.db']

/**
 * Creates the data directory. Files that this process creates are accessible to its user only.
 * Every opening of the directory goes through this function: it completes an interrupted restore
 * before anything is read, and removes the work directories of killed processes. Throws when the
 * directory or a file belongs to another user, or is a forbidden symbolic link.
 */
export function prepareDataDirectory({
  dataDir,
  databaseUrl,
}: Pick<DatabaseConfig, 'dataDir'> & Partial<Pick<DatabaseConfig, 'databaseUrl'>>): void {
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
  const mayBeShared = databaseUrl !== undefined
  checkDataFolder(dataDir, { files: OWN_FILES, linkable: LINKABLE_FILES, mayBeShared })
  finishRestore({ dataDir })
  removeAbandonedWork(dataDir)
}

/** Completes or removes an interrupted restore, so that half of one is never read. */
export function finishRestore({ dataDir }: Pick<DatabaseConfig, 'dataDir'>): void {
  if (!hasRestoredFiles(dataDir)) return
  const release = lockDataDirectory(dataDir)
  release()
}
