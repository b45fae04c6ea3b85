import type { Region } from '../../words/regions.ts'
import { ask } from './ask.ts'
import { readRun, readWatch, type GameRun, type Watched } from './read-message.ts'

/** What is known of a region: its runs, the latest start first, and what is watched. */
export interface RegionNow {
  readonly runs: readonly GameRun[]
  readonly watches: readonly Watched[]
}

/** Asks what is known of a region. */
export async function loadRegion(region: Region, signal: AbortSignal): Promise<RegionNow> {
  const [{ events = [] }, { watches = [] }] = await Promise.all([
    ask({ region, path: '/events', signal }, 'EventList'),
    ask({ region, path: '/watches', signal }, 'WatchList'),
  ])
  return { runs: events.map(readRun), watches: watches.map((watch) => readWatch(watch)) }
}

/** The run that people mean when they say none: the one that runs, else the last one that did, else the next. */
export function presentRun(runs: readonly GameRun[], nowMs: number): GameRun | undefined {
  const begun = runs
    .filter(({ startsAtMs }) => startsAtMs <= nowMs)
    .toSorted((one, other) => other.startsAtMs - one.startsAtMs)
  return begun.find(({ endsAtMs }) => nowMs < endsAtMs) ?? begun[0] ?? runs.at(-1)
}
