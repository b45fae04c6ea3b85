import { DAY_MS } from '../../platform/time/time-units.ts'

/** Planned maintenance. Times in Unix ms. */
export interface PlannedMaintenance {
  readonly id: string
  readonly title: string
  readonly fromMs: number
  readonly untilMs: number
}

/** Milliseconds before its start from which maintenance is announced on every page. */
const ANNOUNCED_MS = 3 * DAY_MS

/** Returns the maintenance to announce now: the first that starts within three days and lasts. */
export function findMaintenance(
  planned: readonly PlannedMaintenance[],
  nowMs: number,
): PlannedMaintenance | undefined {
  const [next] = planned
    .filter(({ fromMs, untilMs }) => fromMs - ANNOUNCED_MS <= nowMs && nowMs < untilMs)
    .toSorted((one, other) => one.fromMs - other.fromMs)
  return next
}
