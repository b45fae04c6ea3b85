import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { systemPlatform } from '../../platform/platform.ts'
import { exportDays } from '../exports/export-days.ts'
import type { ForgottenImport, HistoryArchive, ImportRecord } from '../history-archive.ts'
import { openArchive } from '../store/archive/open-archive.ts'

/** Returns all imported files, by day. Works beside a serving process. */
export function listImports(config: DatabaseConfig): Promise<readonly ImportRecord[]> {
  return withArchive(config, (archive) => archive.imports())
}

/**
 * Deletes what an imported file added, by its SHA-256, and creates the export files of its day
 * again. Works beside a serving process. `undefined`: no such file was imported.
 */
export function forgetHistory(
  config: DatabaseConfig,
  sha256: string,
): Promise<ForgottenImport | undefined> {
  return withArchive(config, async (archive) => {
    const forgotten = await archive.forgetImport(sha256)
    if (forgotten !== undefined) {
      await exportDays(archive, systemPlatform.clock.nowMs(), () => {})
    }
    return forgotten
  })
}

async function withArchive<Result>(
  config: DatabaseConfig,
  work: (archive: HistoryArchive) => Promise<Result>,
): Promise<Result> {
  prepareDataDirectory(config)
  const archive = await openArchive(config, systemPlatform.clock)
  try {
    return await work(archive)
  } finally {
    await archive.close()
  }
}
