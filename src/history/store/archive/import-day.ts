import { inChunks } from '../../../platform/sql/row-limits.ts'
import type { Snapshot } from '../../../game/board.ts'
import type { BoardDay, EndedGap } from '../../history-archive.ts'
import { ensureBoard } from '../board-store.ts'
import { withWriteLock } from '../lease.ts'
import { readTimes } from '../reads/read-times.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import {
  recordImportedGaps,
  recordSharedGaps,
  recordSharedSnapshots,
  requireImport,
} from './import-origins.ts'
import { insertSegment } from './insert-segment.ts'
import { addFreeGaps, longestStep, narrowGaps } from './narrow-gaps.ts'
import { planImport, type ImportPlan } from './plan-import.ts'
import { readSnapshots } from './read-days.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'

/** Snapshots that one transaction imports or forgets. Other writers wait for it. */
export const BATCH_SNAPSHOTS = 250

/** Rows of the snapshots of one transaction. */
const ROWS_MAX = 50_000

/** Gaps of one transaction. */
const GAPS_MAX = 200

/**
 * Implements `HistoryArchive.importDay` in small transactions, with `pauseBetween` after each, so
 * that other writers are not starved. Each transaction plans from the stored state; snapshots that
 * this import added earlier count as its own, so an interrupted import can continue.
 */
export async function importDay(
  database: HistoryDatabase,
  sha256: string,
  collected: BoardDay,
  pauseBetween: () => Promise<void>,
): Promise<number> {
  let added = 0
  for (const snapshots of batchesOf(collected.snapshots)) {
    added += await withWriteLock(database, async (transaction) =>
      addSnapshots(await openDay(transaction, sha256, collected), snapshots),
    )
    await pauseBetween()
  }
  for (const gaps of inChunks(collected.gaps, GAPS_MAX)) {
    await withWriteLock(database, async (transaction) =>
      addGaps(await openDay(transaction, sha256, collected), gaps),
    )
    await pauseBetween()
  }
  return added
}

function* batchesOf(snapshots: Iterable<Snapshot>): Generator<readonly Snapshot[]> {
  let batch: Snapshot[] = []
  let rows = 0
  for (const snapshot of snapshots) {
    batch.push(snapshot)
    rows += snapshot.rows.length
    if (batch.length < BATCH_SNAPSHOTS && rows < ROWS_MAX) continue
    yield batch
    batch = []
    rows = 0
  }
  if (batch.length > 0) yield batch
}

/** A board and day in one transaction of an import. */
interface OpenDay {
  readonly database: HistoryDatabase
  readonly boardDay: BoardDay
  readonly importNumber: number
  readonly board: number
  /** The stored snapshots of the day: time and number of the import that added each. */
  readonly stored: ReadonlyMap<number, number | null>
  readonly plan: ImportPlan
}

async function openDay(
  database: HistoryDatabase,
  sha256: string,
  boardDay: BoardDay,
): Promise<OpenDay> {
  const importNumber = await requireImport(database, sha256)
  const board = await ensureBoard(database, boardDay.board)
  const rows = await database
    .selectFrom('history_snapshots')
    .select(['at_ms', 'import'])
    .where('board', '=', board)
    .where('at_ms', '>=', boardDay.dayMs)
    .where('at_ms', '<', boardDay.dayMs + DAY_MS)
    .orderBy('at_ms')
    .execute()
  const stored = new Map(rows.map((row) => [row.at_ms, row.import ?? null]))
  const others = rows.filter((row) => row.import !== importNumber).map((row) => row.at_ms)
  const plan = planImport(boardDay.times, others)
  return { database, boardDay, importNumber, board, stored, plan }
}

/** Adds the planned snapshots of a batch. Returns their number. */
async function addSnapshots(day: OpenDay, snapshots: readonly Snapshot[]): Promise<number> {
  const { database, importNumber, board, stored, plan } = day
  const runs: Snapshot[][] = []
  let last: number | undefined
  for (const snapshot of snapshots) {
    const { fetchedAtMs: atMs } = snapshot
    const segment = stored.has(atMs) ? undefined : plan.segmentOf(atMs)
    if (segment !== undefined && segment === last) runs.at(-1)?.push(snapshot)
    else if (segment !== undefined) runs.push([snapshot])
    last = segment
  }
  for (const run of runs) {
    await insertSegment(database, board, run, importNumber)
    await narrowGapsOf(day, run)
  }
  const foreign = snapshots.filter(({ fetchedAtMs }) => {
    const origin = stored.get(fetchedAtMs) ?? null
    return origin !== null && origin !== importNumber
  })
  await recordSharedSnapshots(database, importNumber, board, await equalTimes(day, foreign))
  return runs.reduce((sum, run) => sum + run.length, 0)
}

async function narrowGapsOf(day: OpenDay, run: readonly Snapshot[]): Promise<void> {
  const { database, boardDay, importNumber, board, stored, plan } = day
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return
  const times = plan.timesOf(plan.segmentOf(first.fetchedAtMs) ?? 0)
  const before = times[times.indexOf(first.fetchedAtMs) - 1]
  const isContinued = before !== undefined && stored.has(before)
  const near = boardDay.gaps.filter(
    ({ untilMs }) => untilMs >= first.fetchedAtMs && untilMs <= last.fetchedAtMs,
  )
  const narrowed = await narrowGaps(database, board, {
    fromMs: isContinued ? before : first.fetchedAtMs,
    untilMs: last.fetchedAtMs,
    gaps: await freeGaps(day, near),
    usualMs: longestStep(times, boardDay.gaps),
  })
  await recordImportedGaps(database, importNumber, 'narrowed', narrowed)
}

/** Adds the planned gaps that overlap nothing stored. */
async function addGaps(day: OpenDay, gaps: readonly EndedGap[]): Promise<void> {
  const { database, importNumber, board } = day
  await recordSharedGaps(database, importNumber, board, gaps)
  const added = await addFreeGaps(database, board, await freeGaps(day, gaps))
  const rows = added.map(({ fromMs, untilMs, reason, failures }) => ({
    board,
    from_ms: fromMs,
    until_ms: untilMs,
    reason,
    failures,
  }))
  await recordImportedGaps(database, importNumber, 'added', rows)
}

/** Returns the planned gaps that contain no stored snapshot. */
async function freeGaps(
  { database, board, plan }: OpenDay,
  gaps: readonly EndedGap[],
): Promise<readonly EndedGap[]> {
  const free: EndedGap[] = []
  for (const gap of gaps) {
    const query = { board, fromMs: gap.fromMs + 1, untilMs: gap.untilMs, stepMs: 0, max: 1 }
    if (plan.isFree(gap) && (await readTimes(database, query)).length === 0) free.push(gap)
  }
  return free
}

/** Returns the times of those snapshots that are stored with the same ranks and rows. */
async function equalTimes(
  { database, boardDay: { board } }: OpenDay,
  snapshots: readonly Snapshot[],
): Promise<readonly number[]> {
  const [first, last] = [snapshots[0], snapshots.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { fromMs: first.fetchedAtMs, untilMs: last.fetchedAtMs + 1, max: 100_000 }
  const stored = await readSnapshots(database, board, range)
  const contents = new Map(stored.map((snapshot) => [snapshot.fetchedAtMs, contentOf(snapshot)]))
  return snapshots
    .filter((snapshot) => contents.get(snapshot.fetchedAtMs) === contentOf(snapshot))
    .map(({ fetchedAtMs }) => fetchedAtMs)
}

function contentOf({ ranks, rows }: Snapshot): string {
  return JSON.stringify([ranks, rows.map(({ rank, points }) => [rank, points])])
}
