import type { Board, BoardRow, Snapshot } from '../../src/game/board.ts'
import type { Gap, GapReason, Point, PollResult } from '../../src/history/history-store.ts'
import type { Retention } from '../../src/history/retention.ts'

/** Reference model of one board's history: stores every snapshot and scans all of them. */
export interface HistoryModel {
  readonly board: Board
  snapshots: Snapshot[]
  readonly gaps: {
    fromMs: number
    untilMs: number | undefined
    reason: GapReason
    failures: number
  }[]
}

/** An empty history. */
export function createModel(board: Board): HistoryModel {
  return { board, snapshots: [], gaps: [] }
}

/** Result of one poll. */
export function recordInModel(model: HistoryModel, result: PollResult): void {
  const last = model.snapshots.at(-1)?.fetchedAtMs
  const open = model.gaps.find(({ untilMs }) => untilMs === undefined)
  const fail = (fromMs: number, reason: GapReason) => {
    const failures = reason === 'not_collected' || reason === 'store_unavailable' ? 0 : 1
    if (open === undefined) model.gaps.push({ fromMs, untilMs: undefined, reason, failures })
    else open.failures += failures
  }
  if (!('snapshot' in result)) return fail(last ?? result.atMs, result.reason)
  const { fetchedAtMs } = result.snapshot
  // A repeated write is ignored.
  if (model.snapshots.some((one) => one.fetchedAtMs === fetchedAtMs)) return
  if (last !== undefined && fetchedAtMs <= last) return fail(last, 'clock')
  if (open !== undefined && fetchedAtMs > open.fromMs) open.untilMs = fetchedAtMs
  else if (open !== undefined) model.gaps.splice(model.gaps.indexOf(open), 1)
  model.snapshots.push(result.snapshot)
}

/** Drops the snapshots that repeated calls of `downsample` drop. */
export function downsampleModel(
  model: HistoryModel,
  { rawMs, stepMs, keptMs }: Retention,
  nowMs: number,
) {
  const rawFromMs = Math.floor((nowMs - rawMs) / stepMs) * stepMs
  const stepOf = (ms: number) => Math.floor(ms / stepMs)
  const keptFromMs = keptMs === 0 ? -Infinity : nowMs - keptMs
  model.snapshots = model.snapshots.filter(({ fetchedAtMs: atMs }, index, all) => {
    const next = all[index + 1]?.fetchedAtMs
    const isLast = next === undefined || stepOf(next) !== stepOf(atMs)
    return atMs >= keptFromMs && (atMs >= rawFromMs || isLast)
  })
  const kept = model.gaps.filter(
    ({ untilMs, fromMs }) => untilMs === undefined || untilMs > keptFromMs || fromMs >= keptFromMs,
  )
  model.gaps.splice(0, model.gaps.length, ...kept)
}

/** The points of a rank in a range, in steps when `stepMs` is not 0. */
export function pointsOfModel(
  { snapshots }: HistoryModel,
  rank: number,
  { fromMs, untilMs, stepMs }: { fromMs: number; untilMs: number; stepMs: number },
): readonly Point[] {
  return snapshots
    .filter(({ fetchedAtMs: atMs }) => atMs >= fromMs && atMs < untilMs)
    .filter(({ fetchedAtMs: atMs }, index, all) => {
      const next = all[index + 1]?.fetchedAtMs
      return (
        stepMs === 0 ||
        next === undefined ||
        Math.floor(next / stepMs) !== Math.floor(atMs / stepMs)
      )
    })
    .filter(({ ranks }) => ranks === undefined || ranks.includes(rank))
    .map(({ fetchedAtMs: atMs, rows }) => ({
      atMs,
      points: rows.find((row) => row.rank === rank)?.points,
    }))
}

/** Returns the newest snapshot at or before a time; only the newest of all has the holders. */
export function snapshotOfModel({ snapshots }: HistoryModel, atMs: number): Snapshot | undefined {
  const found = snapshots.findLast(({ fetchedAtMs }) => fetchedAtMs <= atMs)
  if (found === undefined || found === snapshots.at(-1)) return found
  return { ...found, rows: found.rows.map((row): BoardRow => ({ ...row, holders: [] })) }
}

/** Returns the gaps that overlap a range. */
export function gapsOfModel(
  { gaps }: HistoryModel,
  fromMs: number,
  untilMs: number,
): readonly Gap[] {
  return gaps
    .filter((gap) => gap.fromMs < untilMs && (gap.untilMs ?? Infinity) > fromMs)
    .toSorted((one, other) => one.fromMs - other.fromMs)
}
