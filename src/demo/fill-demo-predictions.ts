import type { GameEvent } from '../game/game-event.ts'
import { REGIONS } from '../game/region.ts'
import type { CollectorLease, HistoryStore } from '../history/history-store.ts'
import type { NewLiveEntry } from '../history/live-entry.ts'
import { createPredictor } from '../history/predictions/predictor.ts'
import { HOUR_MS } from '../platform/time/time-units.ts'

/** Milliseconds between two predictions of a run; half time of a week is one of them. */
const STEP_MS = 12 * HOUR_MS

/** What the predictions of a new demo are made from. */
export interface DemoPredictionOptions {
  readonly store: HistoryStore
  readonly runs: readonly GameEvent[]
  /** The period of the history in Unix milliseconds. */
  readonly fromMs: number
  readonly nowMs: number
  readonly lease: CollectorLease
}

/**
 * Stores predictions of the events of a new demo every 12 hours, each from the snapshots before it,
 * as if they had been made then.
 */
export async function fillDemoPredictions(options: DemoPredictionOptions): Promise<void> {
  const { store, runs, fromMs, nowMs, lease } = options
  for (const region of REGIONS) {
    // A predictor remembers past runs, so it must go forward in time.
    const predictor = createPredictor(store)
    const own = runs
      .filter((run) => run.region === region)
      .toSorted((one, other) => one.startsAtMs - other.startsAtMs)
    const entries: NewLiveEntry[] = []
    for (const run of own) {
      const untilMs = Math.min(run.endsAtMs, nowMs)
      for (let atMs = run.startsAtMs + STEP_MS; atMs < untilMs; atMs += STEP_MS) {
        if (atMs < fromMs) continue
        const prediction = await predictor.predict(run, atMs)
        if (prediction === undefined) continue
        entries.push({ region, atMs, liveEvent: { type: 'prediction', ...prediction } })
      }
    }
    await store.record([], entries, lease)
  }
}
