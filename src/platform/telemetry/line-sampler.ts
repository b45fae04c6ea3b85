import type { Clock } from '../time/clock.ts'

/** Milliseconds for which lines are counted. */
const PERIOD_MS = 60_000

/**
 * Decides whether to log an event of which there may be a flood. Returns how many events the line
 * stands for: itself and those of its `key` that were skipped before; `undefined` to skip it.
 * Groups and keys must be few: they are never dropped.
 */
export type LineSampler = (
  /** Events that share a number of lines, and that number for each minute. */
  group: { readonly name: string; readonly linesMax: number },
  key: string,
) => number | undefined

/** Lines of a group in its current minute. */
interface Period {
  readonly endsAtMs: number
  lines: number
  /** Keys that have had a line. */
  readonly seen: Set<string>
}

/**
 * Creates a sampler: in each minute it logs the first `linesMax` events of a group, and besides at
 * least one of each key.
 */
export function createLineSampler(clock: Pick<Clock, 'monotonicMs'>): LineSampler {
  const periods = new Map<string, Period>()
  const skipped = new Map<string, number>()
  return ({ name, linesMax }, key) => {
    const nowMs = clock.monotonicMs()
    let period = periods.get(name)
    if (period === undefined || nowMs >= period.endsAtMs) {
      period = { endsAtMs: nowMs + PERIOD_MS, lines: 0, seen: new Set() }
      periods.set(name, period)
    }
    const id = `${name} ${key}`
    const before = skipped.get(id) ?? 0
    if (period.lines >= linesMax && period.seen.has(key)) {
      skipped.set(id, before + 1)
      return undefined
    }
    period.lines += 1
    period.seen.add(key)
    if (before > 0) skipped.delete(id)
    return before + 1
  }
}
