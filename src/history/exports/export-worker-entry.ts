import { openArchive } from '../store/archive/open-archive.ts'
import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import { serveCalls } from '../../platform/workers/serve-calls.ts'
import { exportDays } from './export-days.ts'
import type { ExportApi } from './export-worker.ts'

// Entry of a thread that exports past days.

serveCalls<ExportApi, DatabaseConfig>((config, { clock }) => ({
  exportDays: async () => {
    const archive = await openArchive(config, systemClock)
    try {
      await exportDays(archive, clock.nowMs(), () => {})
    } finally {
      await archive.close()
    }
  },
}))
