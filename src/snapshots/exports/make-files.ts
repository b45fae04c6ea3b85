import type { ExportFile, HistoryArchive } from '../../domain/history-archive.ts'
import { REGIONS } from '../../domain/region.ts'
import { packDay } from './pack-day.ts'
import type { DaySource } from './write-day.ts'

/** What files are made of and kept in. */
export type FileShelf = DaySource & Pick<HistoryArchive, 'daysWithoutFile' | 'putFile'>

/** Milliseconds behind the end of a day until its file is made: what was read at the end of it may still be on its way. */
export const SETTLE_MS = 600_000

/** Days that are looked for at one time. */
const DAYS_MAX = 50

/** Makes the file of each day that is over and has none, and tells of each. Whoever is cut off goes on with the next one another time. */
export async function makeFiles(
  shelf: FileShelf,
  nowMs: number,
  onMade: (file: ExportFile) => void,
): Promise<void> {
  for (const region of REGIONS) {
    for (;;) {
      const days = await shelf.daysWithoutFile(region, nowMs - SETTLE_MS, DAYS_MAX)
      for (const dayMs of days) {
        const { file, content } = await packDay(shelf, region, dayMs)
        if (await shelf.putFile(file, content)) onMade(file)
      }
      if (days.length < DAYS_MAX) break
    }
  }
}
