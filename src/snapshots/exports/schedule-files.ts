import type { Clock } from '../../domain/clock.ts'
import { dayOf } from './export-day.ts'
import { SETTLE_MS } from './make-files.ts'

/** When files are made. */
export interface FilesScheduleSettings {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  /** Whether it is this process that collects; nobody else makes files. */
  readonly isCollecting: () => boolean
  /** Makes the files of all days that are over; aborts with the signal. */
  readonly make: (signal: AbortSignal) => Promise<void>
  /** Hears why it failed; it is tried again. */
  readonly onFault: (error: unknown) => void
}

/** How often it is looked whether there is something to do. */
export const LOOK_MS = 60_000

/**
 * Has files made by the process that collects: soon after it has begun to, and when a day is over. What fails is tried again in a
 * minute. Returns what ends it, also in the middle of its work.
 */
export function scheduleFiles({
  clock,
  isCollecting,
  make,
  onFault,
}: FilesScheduleSettings): () => Promise<void> {
  const end = new AbortController()
  let madeDayMs: number | undefined
  let working: Promise<void> | undefined
  const look = async (): Promise<void> => {
    const dayMs = dayOf(clock.nowMs() - SETTLE_MS)
    if (dayMs === madeDayMs || !isCollecting()) return
    try {
      await make(end.signal)
      madeDayMs = dayMs
    } catch (error) {
      if (!end.signal.aborted) onFault(error)
    }
  }
  let cancel = () => {}
  const schedule = () => {
    if (end.signal.aborted) return
    cancel = clock.after(LOOK_MS, () => {
      working = look().then(schedule)
    })
  }
  schedule()
  return async () => {
    end.abort()
    cancel()
    await working
  }
}
