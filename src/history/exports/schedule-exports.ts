import type { Clock } from '../../platform/time/clock.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import { SETTLE_MS } from './export-days.ts'

/** Options of {@link scheduleExports}. */
export interface ExportScheduleOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  /** Returns whether this process collects; only that process exports. */
  readonly isCollecting: () => boolean
  /** Exports all past days; aborts with the signal. */
  readonly exportDays: (signal: AbortSignal) => Promise<void>
  /** Called with the error of a failed export; it is retried. */
  readonly onFault: (error: unknown) => void
}

/** Interval of checking whether an export is due, in milliseconds. */
export const CHECK_INTERVAL_MS = 60_000

/**
 * Schedules exports in the process that collects: soon after it starts to collect, then hourly, for
 * days that have ended and for past days with new data. Retries a failed export after a minute.
 * Returns a function that stops the schedule and aborts a running export.
 */
export function scheduleExports({
  clock,
  isCollecting,
  exportDays,
  onFault,
}: ExportScheduleOptions): () => Promise<void> {
  const end = new AbortController()
  let exportedHour: number | undefined
  let running: Promise<void> | undefined
  const exportIfDue = async (): Promise<void> => {
    const hour = Math.floor((clock.nowMs() - SETTLE_MS) / HOUR_MS)
    if (hour === exportedHour || !isCollecting()) return
    try {
      await exportDays(end.signal)
      exportedHour = hour
    } catch (error) {
      if (!end.signal.aborted) onFault(error)
    }
  }
  let cancel = () => {}
  const schedule = () => {
    if (end.signal.aborted) return
    cancel = clock.after(CHECK_INTERVAL_MS, () => {
      running = exportIfDue().then(schedule)
    })
  }
  schedule()
  return async () => {
    end.abort()
    cancel()
    await running
  }
}
