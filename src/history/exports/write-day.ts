import type { Board } from '../../game/board.ts'
import type { HistoryArchive } from '../history-archive.ts'
import type { Region } from '../../game/region.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import {
  boardLine,
  eventLine,
  gapLine,
  headerLine,
  NO_STATE,
  snapshotLine,
  stateOf,
  type ExportCounts,
  type ExportLine,
} from './export-lines.ts'

/** The source of the lines of a day. */
export type DaySource = Pick<HistoryArchive, 'runs' | 'boards' | 'snapshots' | 'endedGaps'>

/** Maximum number of runs in a file; later starts win. Imports reject a file with more. */
export const DAY_RUNS_MAX = 200

/** Snapshots per read. */
const READ_MAX = 250

/**
 * Yields the lines of a day in chunks and returns the number of lines by type. Equal history gives
 * equal lines in the same order: runs by start and id, boards by kind and id, each with its gaps
 * and then its snapshots by time.
 */
export async function* writeDay(
  source: DaySource,
  region: Region,
  dayMs: number,
): AsyncGenerator<string, ExportCounts> {
  const untilMs = dayMs + DAY_MS
  const counts = { events: 0, boards: 0, gaps: 0, snapshots: 0 }
  const overlapping = { region, startsBeforeMs: untilMs, endsAfterMs: dayMs, max: DAY_RUNS_MAX }
  const runs = (await source.runs(overlapping)).toSorted(
    (one, other) => one.startsAtMs - other.startsAtMs || compareIds(one.id, other.id),
  )
  counts.events = runs.length
  yield text([headerLine(region, dayMs), ...runs.map(eventLine)])

  const boards = (await source.boards(region)).toSorted(compareBoards)
  for (const board of boards) {
    const gaps = await source.endedGaps(board, dayMs, untilMs)
    let isNamed = gaps.length > 0
    if (isNamed) yield text([boardLine(board), ...gaps.map(gapLine)])
    let state = NO_STATE
    let fromMs = dayMs
    for (;;) {
      const snapshots = await source.snapshots(board, fromMs, untilMs, READ_MAX)
      const last = snapshots.at(-1)
      if (last === undefined) break
      const lines: ExportLine[] = isNamed ? [] : [boardLine(board)]
      isNamed = true
      for (const snapshot of snapshots) {
        lines.push(snapshotLine(state, snapshot))
        state = stateOf(snapshot)
      }
      yield text(lines)
      counts.snapshots += snapshots.length
      fromMs = last.fetchedAtMs + 1
    }
    counts.gaps += gaps.length
    if (isNamed) counts.boards += 1
  }
  yield text([{ end: counts }])
  return counts
}

function text(lines: readonly ExportLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function compareBoards(one: Board, other: Board): number {
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1
  return compareIds(one.id, other.id)
}

/** Compares ids as decimal integers without conversion: they may exceed the safe integer range. */
function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other))
}
