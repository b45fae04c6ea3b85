import { join } from 'node:path'
import { openEmbeddedArchive } from '../../src/history/store/archive/open-sqlite-archive.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import type { InstanceUnderTest, OpenInstance } from '../contract/archive-under-test.ts'
import { historyArchiveContract } from '../contract/history-archive-contract.ts'
import { historyForgetContract } from '../contract/history-forget-contract.ts'
import { historyImportContract } from '../contract/history-import-contract.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { createPausingClock } from './pausing-clock.ts'

// Export and import of whole days of history, on SQLite.

const folder = temporaryFolder()
let count = 0

const places = new WeakMap<InstanceUnderTest, string>()

const openEmbedded: OpenInstance = async (onPause, same) => {
  const path = (same && places.get(same)) ?? join(folder, `${(count += 1)}.db`)
  const instance = {
    store: openHistory(path, createManualClock(Date.UTC(2026, 10, 21))),
    archive: await openEmbeddedArchive(path, createPausingClock(onPause)),
  }
  places.set(instance, path)
  return instance
}
historyArchiveContract('embedded', openEmbedded)
historyImportContract('embedded', openEmbedded)
historyForgetContract('embedded', openEmbedded)
