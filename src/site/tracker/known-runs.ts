import type { HistoryStore } from '../../history/history-store.ts'
import type { RunReference } from '../../history/api/run-reference.ts'
import type { Region } from '../../game/region.ts'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** Milliseconds for which the known runs of a region are not read again. */
const KEPT_MS = 60_000

/** Milliseconds that a page waits for the history. */
const WAIT_MS = 500

/** Runs that are read of a region, latest first: decades of events. */
const RUNS_MAX = 1_000

/**
 * Resolves with whether the history has a run that starts at the referenced time. False when the
 * history does not answer in time. Never rejects.
 */
export type IsKnownRun = (run: RunReference) => Promise<boolean>

/** The runs of a region, and when they were read, on the monotonic clock. */
interface ReadRuns {
  readonly starts: ReadonlySet<string>
  readonly atMs: number
}

/**
 * Creates the check. Whoever asks, and for whatever run, the history is read once a minute for each
 * region at most, and not at all for runs that were found before.
 */
export function createKnownRuns(
  history: Pick<HistoryStore, 'runs'>,
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
): IsKnownRun {
  const readByRegion = new Map<Region, ReadRuns>()
  const coalesce = singleFlight<void>()
  const read = async (region: Region): Promise<void> => {
    const atMs = clock.monotonicMs()
    const runs = await history.runs({ region, max: RUNS_MAX })
    readByRegion.set(region, { starts: new Set(runs.map(keyOf)), atMs })
  }
  return async (run) => {
    const key = keyOf(run)
    const known = readByRegion.get(run.region)
    if (known?.starts.has(key) === true) return true
    if (known !== undefined && clock.monotonicMs() - known.atMs < KEPT_MS) return false
    const reading = coalesce(run.region, () => read(run.region))
    await settlesWithin(clock, WAIT_MS, reading).catch(() => {})
    return readByRegion.get(run.region)?.starts.has(key) === true
  }
}

function keyOf({ id, startsAtMs }: Pick<RunReference, 'id' | 'startsAtMs'>): string {
  return `${id}@${startsAtMs}`
}
