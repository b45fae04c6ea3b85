import type { ExportFile, HistoryArchive } from '../history-archive.ts'
import { REGIONS } from '../../game/region.ts'
import { packDay } from './pack-day.ts'
import type { DaySource } from './write-day.ts'

/** The source of export files and their store. */
export type ExportStore = DaySource & Pick<HistoryArchive, 'daysWithoutFile' | 'putFile'>

/**
 * Delay from the end of a day to its export, in milliseconds: the last polls may not be written
 * yet.
 */
export const SETTLE_MS = 600_000

/** Days per query. */
const DAYS_MAX = 50

/**
 * Creates the missing or outdated files of all past days and calls `onCreated` for each. Can be
 * interrupted and resumed.
 */
export async function exportDays(
  exports: ExportStore,
  nowMs: number,
  onCreated: (file: ExportFile) => void,
): Promise<void> {
  for (const region of REGIONS) {
    for (;;) {
      const days = await exports.daysWithoutFile(region, nowMs - SETTLE_MS, DAYS_MAX)
      for (const dayMs of days) {
        const { file, content } = await packDay(exports, region, dayMs)
        if (await exports.putFile(file, content)) onCreated(file)
      }
      if (days.length < DAYS_MAX) break
    }
  }
}
