import { eventFactsOf } from '../calendar/event-facts.ts'
import type { HistoryStore, KnownRun } from '../history-store.ts'
import type { Region } from '../../game/region.ts'
import type { RunCurves } from './run-curves.ts'
import type { RunReader, RunReadOptions } from './run-reader.ts'

/** Maximum past runs on which a prediction is based, the latest. */
export const PAST_RUNS_MAX = 50

/** Maximum runs of a region that are searched for past runs. */
const RUNS_SEARCHED_MAX = 200

/** Minimum past runs of the same kind for ignoring those of other kinds. */
const SAME_KIND_MIN = 9

/** A past run with its curves and kind. */
export interface PastRun {
  readonly run: KnownRun
  readonly curves: RunCurves
  /** The kind of event in the operator's data. */
  readonly kind: string | undefined
}

/** The methods of a store from which past runs are read. */
export type PastRunStore = Pick<HistoryStore, 'runs' | 'facts'>

/**
 * Reads the latest runs of a region that ended before a time and have snapshots, latest start
 * first. Rejects as the store does.
 */
export async function readPastRuns(
  store: PastRunStore,
  reader: RunReader,
  { region, ...reading }: { readonly region: Region } & RunReadOptions,
): Promise<readonly PastRun[]> {
  const runs = await store.runs({ region, startsBeforeMs: reading.nowMs, max: RUNS_SEARCHED_MAX })
  const kindOf = await readKinds(store, region, runs)
  const past: PastRun[] = []
  for (const run of runs) {
    if (past.length === PAST_RUNS_MAX) break
    if (Math.min(run.endsAtMs, run.nextStartsAtMs ?? Infinity) > reading.nowMs) continue
    const { curves, snapshotMs } = await reader.read(run, reading)
    // Without snapshots of its last days, a run has no result.
    if (snapshotMs === undefined) continue
    past.push({ run, curves, kind: kindOf(run.id) })
  }
  return past
}

/** Returns the past runs of the same kind if there are enough, else all. */
export function ofSameKind(
  past: readonly PastRun[],
  kind: string | undefined,
): readonly RunCurves[] {
  const same = kind === undefined ? [] : past.filter((one) => one.kind === kind)
  return (same.length >= SAME_KIND_MIN ? same : past).map(({ curves }) => curves)
}

/** Reads the kinds of events, by id. */
export async function readKinds(
  store: PastRunStore,
  region: Region,
  runs: readonly Pick<KnownRun, 'id'>[],
): Promise<(id: string) => string | undefined> {
  const ids = [...new Set(runs.map(({ id }) => id))]
  if (ids.length === 0) return () => undefined
  const facts = await store.facts({ region, kind: 'event', ids })
  const byId = Map.groupBy(facts, ({ id }) => id)
  return (id) => eventFactsOf(byId.get(id) ?? []).data.kind
}
