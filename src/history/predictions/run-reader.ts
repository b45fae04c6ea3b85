import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { boardKey, type Board, type Snapshot } from '../../game/board.ts'
import type { HistoryStore, KnownRun } from '../history-store.ts'
import { createRunCurves, type RunCurves } from './run-curves.ts'

/** Ranks of a run that are read at most. */
export const RANKS_MAX = 40

/** Snapshots of a run that are read at most: one each hour. */
const SNAPSHOTS_MAX = 5_000

/** Runs that are remembered at most, the last ones read. */
const REMEMBERED_MAX = 300

/** Milliseconds after which a run is read again: an import may have changed it. */
const REMEMBERED_MS = HOUR_MS

/** Milliseconds after its end in which a run may still get its final result. */
const FINAL_MS = HOUR_MS

/** What a run is read for. */
export interface RunReading {
  /** The ranks that matter most; others of the run are read as far as there is room. */
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

/** Reads runs of event boards, hour by hour, and remembers those that have ended. */
export class RunReader {
  readonly #store: Pick<HistoryStore, 'series' | 'snapshot'>
  readonly #remembered = new Map<string, { readonly run: ReadRun; readonly atMs: number }>()

  constructor(store: Pick<HistoryStore, 'series' | 'snapshot'>) {
    this.#store = store
  }

  /** Reads a run. Rejects as the store does. */
  async read(run: KnownRun, reading: RunReading): Promise<ReadRun> {
    const { nowMs } = reading
    const board: Board = { region: run.region, kind: 'event', id: run.id }
    const key = `${boardKey(board)}/${run.startsAtMs}/${run.endsAtMs}`
    const known = this.#remembered.get(key)
    if (known !== undefined && nowMs - known.atMs < REMEMBERED_MS) return known.run
    const read = await this.#readBoard(board, run, reading)
    this.#remembered.delete(key)
    if (nowMs > run.endsAtMs + FINAL_MS) this.#remembered.set(key, { run: read, atMs: nowMs })
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size > REMEMBERED_MAX)
      this.#remembered.delete(oldest)
    return read
  }

  async #readBoard(
    board: Board,
    { startsAtMs, endsAtMs, nextStartsAtMs = Infinity }: KnownRun,
    { ranks: wanted, nowMs }: RunReading,
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
