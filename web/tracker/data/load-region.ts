import { isRegion, type Region } from '../../shared/i18n/regions.ts'
import { callApi, ApiError, serverNowMs } from './api-client.ts'
import { parseRun, parseWatch, type GameRun, type WatchSummary } from './parse-message.ts'
import { runName } from './run-name.ts'

/** Runs of a region, latest start first, and its watches. */
export interface RegionNow {
  readonly runs: readonly GameRun[]
  readonly watches: readonly WatchSummary[]
}

/** Loads the runs and watches of a region. */
export async function loadRegion(region: Region, signal: AbortSignal): Promise<RegionNow> {
  const [{ events = [] }, { watches = [] }] = await Promise.all([
    callApi({ region, path: '/events', signal }, 'EventList'),
    callApi({ region, path: '/watches', signal }, 'WatchList'),
  ])
  return { runs: events.map(parseRun), watches: watches.map((watch) => parseWatch(watch)) }
}

/** Loads all runs of one event, latest start first; an empty list for an unknown event. */
export async function loadRuns(
  region: Region,
  event: string,
  signal: AbortSignal,
): Promise<readonly GameRun[]> {
  try {
    const { events = [] } = await callApi({ region, path: `/events/${event}`, signal }, 'EventList')
    return events.map(parseRun)
  } catch (error) {
    // An id beyond the range of ids is refused.
    const isUnknown = error instanceof ApiError && ['missing', 'refused'].includes(error.failure)
    if (isUnknown) return []
    throw error
  }
}

/**
 * Loads the referenced runs, each once: `region:id@start`, or `region:id` for the current run of
 * the event. Omits unknown runs.
 */
export async function findRuns(
  references: readonly string[],
  signal: AbortSignal,
): Promise<readonly GameRun[]> {
  const found = await Promise.all(
    references.map(async (reference) => {
      const [board = '', start] = reference.split('@')
      const [region = '', id = ''] = board.split(':')
      const runs = isRegion(region) ? await loadRuns(region, id, signal) : []
      return start === undefined
        ? presentRun(runs, serverNowMs())
        : runs.find(({ startsAtMs }) => startsAtMs === Number(start))
    }),
  )
  const known = found.filter((run) => run !== undefined)
  return [...new Map(known.map((run) => [runName(run), run])).values()]
}

/** Returns the running run, preferably of an event if given, else the last one, else the next. */
export function presentRun(
  runs: readonly GameRun[],
  nowMs: number,
  event?: string,
): GameRun | undefined {
  const begun = runs
    .filter(({ startsAtMs }) => startsAtMs <= nowMs)
    .toSorted((one, other) => other.startsAtMs - one.startsAtMs)
  const running = begun.filter(({ endsAtMs }) => nowMs < endsAtMs)
  return running.find(({ id }) => id === event) ?? running[0] ?? begun[0] ?? runs.at(-1)
}
