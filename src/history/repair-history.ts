import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { systemPlatform } from '../platform/platform.ts'
import type { DroppedFuture } from './history-archive.ts'
import { openArchive } from './store/archive/open-archive.ts'

/**
 * Deletes snapshots and gaps of the future from the history. Works beside a serving process.
 * Returns the deleted counts.
 */
export async function repairHistory(config: DatabaseConfig): Promise<DroppedFuture> {
  prepareDataDirectory(config)
  const archive = await openArchive(config, systemPlatform.clock)
  try {
    return await archive.dropFuture()
  } finally {
    await archive.close()
  }
}
