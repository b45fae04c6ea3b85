import { DAY_MS } from '../../../src/platform/time/time-units.ts'

/** Planned maintenance, as the summary of the status page lists it. */
export interface PlannedMaintenance {
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly scheduled_for: string
  readonly scheduled_until: string
}

/** Maintenance to show. Times in Unix ms. */
export interface ShownMaintenance {
  readonly id: string
  readonly title: string
  readonly fromMs: number
  readonly untilMs: number
  readonly isUnderWay: boolean
}

/** Milliseconds before its start from which maintenance is announced on every page. */
const ANNOUNCED_MS = 3 * DAY_MS

/** Returns the maintenance to show now: the next one that starts within three days and lasts. */
export function findMaintenance(
  planned: readonly PlannedMaintenance[],
  nowMs: number,
): ShownMaintenance | undefined {
  const [next] = planned
    .map(({ id, name: title, scheduled_for: from, scheduled_until: until }) => {
      const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)]
      return { id, title, fromMs, untilMs, isUnderWay: fromMs <= nowMs }
    })
    .filter(({ fromMs, untilMs }) => fromMs - ANNOUNCED_MS <= nowMs && nowMs < untilMs)
    .toSorted((one, other) => one.fromMs - other.fromMs)
  return next
}
