import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { boardKey, type Board, type Snapshot } from '../../game/board.ts'
import type { HistoryStore, KnownRun } from '../history-store.ts'
import { createRunCurves, type RunCurves } from './run-curves.ts'

/** Maximum ranks that are read of a run. */
export const RANKS_MAX = 40

/** Maximum snapshots that are read of a run, one per hour. */
const SNAPSHOTS_MAX = 5_000

/** Maximum cached runs, the last ones read. */
const CACHED_RUNS_MAX = 300

/** Cache lifetime of a run in milliseconds: an import may change it. */
const CACHE_MS = HOUR_MS

/** Milliseconds after its end in which a run may still get its final result. */
const FINAL_MS = HOUR_MS

/** Options for reading a run. */
export interface RunReadOptions {
  /** Preferred ranks; others are read up to {@link RANKS_MAX}. */
  readonly ranks: readonly number[]
  /** Present time in Unix milliseconds; later snapshots are not read. */
  readonly nowMs: number
}

/** A run with the times of its snapshots. */
export interface ReadRun {
  readonly curves: RunCurves
  /** Fetch time of the newest snapshot in Unix milliseconds; `undefined` without any. */
  readonly snapshotMs: number | undefined
}

/** Reads runs of event boards, hour by hour, and caches those that have ended. */
export class RunReader {
  readonly #store: Pick<HistoryStore, 'series' | 'snapshot'>
  readonly #cache = new Map<string, { readonly run: ReadRun; readonly atMs: number }>()

  constructor(store: Pick<HistoryStore, 'series' | 'snapshot'>) {
    this.#store = store
  }

  /** Reads a run. Rejects as the store does. */
  async read(run: KnownRun, reading: RunReadOptions): Promise<ReadRun> {
    const { nowMs } = reading
    const board: Board = { region: run.region, kind: 'event', id: run.id }
    const key = `${boardKey(board)}/${run.startsAtMs}/${run.endsAtMs}`
    const known = this.#cache.get(key)
    if (known !== undefined && nowMs - known.atMs < CACHE_MS) return known.run
    const read = await this.#readBoard(board, run, reading)
    this.#cache.delete(key)
    if (nowMs > run.endsAtMs + FINAL_MS) this.#cache.set(key, { run: read, atMs: nowMs })
    const [oldest] = this.#cache.keys()
    if (oldest !== undefined && this.#cache.size > CACHED_RUNS_MAX) this.#cache.delete(oldest)
    return read
  }

  async #readBoard(
    board: Board,
    { startsAtMs, endsAtMs, nextStartsAtMs = Infinity }: KnownRun,
    { ranks: wanted, nowMs }: RunReadOptions,
  ): Promise<ReadRun> {
    // The board shows the run until the next one; a day is enough for its final result.
    const untilMs = Math.min(nowMs + 1, nextStartsAtMs, endsAtMs + DAY_MS)
    const last = await this.#store.snapshot(board, untilMs - 1)
    // The last snapshot of an imported run may lack ranks that others have.
    const halfMs = startsAtMs + (endsAtMs - startsAtMs) / 2
    const half = nowMs > endsAtMs ? await this.#store.snapshot(board, halfMs) : undefined
    const ranks = pickRanks([...new Set([...ranksOf(last), ...ranksOf(half)])], wanted)
    const isEmpty = last === undefined || last.fetchedAtMs < startsAtMs || ranks.length === 0
    const { series, gaps } = isEmpty
      ? { series: [], gaps: [] }
      : await this.#store.series({
          board,
          ranks,
          fromMs: startsAtMs,
          untilMs,
          stepMs: HOUR_MS,
          snapshotsMax: SNAPSHOTS_MAX,
        })
    const maintenance = gaps
      .filter(({ reason }) => reason === 'maintenance')
      .map(({ fromMs, untilMs: endMs = untilMs }) => ({ fromMs, untilMs: endMs }))
    return {
      curves: createRunCurves({ startsAtMs, endsAtMs, series, maintenance }),
      snapshotMs: isEmpty ? undefined : last.fetchedAtMs,
    }
  }
}

function ranksOf(snapshot: Snapshot | undefined): readonly number[] {
  return snapshot?.ranks ?? snapshot?.rows.map(({ rank }) => rank) ?? []
}

/** Returns at most {@link RANKS_MAX} of the ranks of a board, ascending: first the wanted ones. */
export function pickRanks(ranks: readonly number[], wanted: readonly number[]): readonly number[] {
  const first = new Set(wanted)
  const others = ranks.filter((rank) => !first.has(rank))
  return [...ranks.filter((rank) => first.has(rank)), ...others]
    .slice(0, RANKS_MAX)
    .toSorted((one, other) => one - other)
}
