import { afterEach } from 'node:test'
import fc from 'fast-check'
import type { Board, Snapshot } from '../../src/game/board.ts'
import type { HistoryArchive } from '../../src/history/history-archive.ts'
import { type HistoryStore, type PollResult } from '../../src/history/history-store.ts'
import { exportName } from '../../src/history/exports/export-file-name.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { exportDays, SETTLE_MS } from '../../src/history/exports/export-days.ts'
import { importFile, type ImportedDay } from '../../src/history/imports/import-file.ts'
import { acquireLease } from './history-under-test.ts'

/** One instance with an empty history. */
export interface InstanceUnderTest {
  readonly store: HistoryStore
  readonly archive: HistoryArchive
}

/**
 * Opens an empty instance, or that of `of` again. Calls `onPause` between two transactions of one
 * call.
 */
export type OpenInstance = (
  onPause?: () => Promise<void>,
  same?: InstanceUnderTest,
) => Promise<InstanceUnderTest>

/** Opens instances, and closes all of them: after each test of the enclosing suite at the latest. */
export function createInstances(open: OpenInstance) {
  const opened: InstanceUnderTest[] = []
  const closeAll = async () => {
    for (const { store, archive } of opened.splice(0)) {
      await store.close()
      await archive.close()
    }
  }
  afterEach(closeAll)
  const openOne: OpenInstance = async (...options) => {
    const instance = await open(...options)
    opened.push(instance)
    return instance
  }
  return { openOne, closeAll }
}

export const FIRST_DAY = Date.UTC(2026, 10, 18)
export const BOARDS: readonly Board[] = [
  { region: 'jp', kind: 'event', id: '7' },
  { region: 'jp', kind: 'music', id: '7' },
  { region: 'tw', kind: 'event', id: '7' },
]
export const RANKS = [1, 2, 10]
export const DAYS = [0, 1, 2]
export const OVER = FIRST_DAY + DAYS.length * DAY_MS + SETTLE_MS

/**
 * One poll: its board, the time since the previous poll, and the rows, or `undefined` if it failed.
 */
export interface Reading {
  readonly board: number
  readonly afterMs: number
  readonly points: readonly (number | undefined)[] | undefined
  readonly polled: readonly number[]
}

export const readings = fc.array(
  fc.record<Reading>({
    board: fc.nat(BOARDS.length - 1),
    afterMs: fc.integer({ min: 1, max: 6_000_000 }),
    points: fc.option(
      fc.array(fc.option(fc.nat(2), { nil: undefined }), { minLength: 3, maxLength: 3 }),
      { nil: undefined, freq: 5 },
    ),
    polled: fc.subarray(RANKS, { minLength: 1 }),
  }),
  { maxLength: 60 },
)

/** Polls of all boards in turn, spread over the days. */
export function resultsOf(read: readonly Reading[]): readonly PollResult[] {
  let atMs = FIRST_DAY
  return read.flatMap(({ board: at, afterMs, points, polled }): PollResult[] => {
    atMs += afterMs
    const board = BOARDS[at]
    if (board === undefined || atMs >= FIRST_DAY + DAYS.length * DAY_MS) return []
    if (points === undefined) return [{ board, atMs, reason: 'timeout' }]
    const ranks = board.kind === 'event' ? polled : undefined
    const rows = RANKS.flatMap((rank, nth) => {
      const held = points[nth]
      if (held === undefined || ranks?.includes(rank) === false) return []
      return [{ rank, points: held, holders: [{ id: '1', name: 'Player' }] }]
    })
    return [{ snapshot: { board, fetchedAtMs: atMs, ranks, rows } }]
  })
}

export async function record(
  { store }: InstanceUnderTest,
  results: readonly PollResult[],
): Promise<void> {
  const lease = await acquireLease(store)
  await store.record(results, [], lease)
  await store.putEvents(
    [{ region: 'jp', id: '7', name: 'One', startsAtMs: FIRST_DAY, endsAtMs: OVER }],
    lease,
  )
}

export async function transfer(
  from: InstanceUnderTest,
  to: InstanceUnderTest,
  nowMs = OVER,
): Promise<readonly ImportedDay[]> {
  await exportDays(from.archive, OVER, () => {})
  const imported = []
  for (const region of ['jp', 'tw'] as const) {
    for (const file of await from.archive.files(region)) {
      const read = () => contentOf(from.archive, file.sha256)
      imported.push(await importFile(to.archive, { name: exportName(file), read }, nowMs))
    }
  }
  return imported
}

export async function* contentOf(
  archive: HistoryArchive,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; ;) {
    const piece = await archive.filePiece(sha256, start)
    if (piece === undefined) return
    yield piece
    start += piece.length
  }
}

/**
 * Returns every answer that lasts: without names of holders, which only the newest snapshot has,
 * and with gaps only once they have ended.
 */
export async function answersOf({ store, archive }: InstanceUnderTest) {
  const boards = await Promise.all(
    BOARDS.map(async (board) => {
      const query = { board, ranks: RANKS, fromMs: FIRST_DAY, untilMs: OVER, snapshotsMax: 10_000 }
      const times = Array.from({ length: 7 }, (_, at) => FIRST_DAY + at * 11_000_000)
      const at = await Promise.all(times.map((atMs) => store.snapshot(board, atMs)))
      const each = []
      for (const stepMs of [0, 3_600_000, DAY_MS]) {
        const { series, gaps } = await store.series({ ...query, stepMs })
        each.push({ series, gaps: gaps.filter(({ untilMs }) => untilMs !== undefined) })
      }
      const all = await archive.snapshots(board, 0, OVER, 10_000)
      return { newest: without(await store.snapshot(board)), at: at.map(without), each, all }
    }),
  )
  return { boards, events: await store.runs({ region: 'jp', max: 1_000 }) }
}

export function without(snapshot: Snapshot | undefined) {
  return snapshot && { ...snapshot, rows: snapshot.rows.map((row) => ({ ...row, holders: [] })) }
}

export const snapshotsIn = (results: readonly PollResult[], { region, kind }: Board) =>
  results.flatMap((result) =>
    'snapshot' in result &&
    result.snapshot.board.region === region &&
    result.snapshot.board.kind === kind
      ? [without(result.snapshot)]
      : [],
  )

/** The first board. */
export const [BOARD] = BOARDS as [Board]

/** Returns a snapshot of it, this many minutes into the first day, with these points of rank 1. */
export const pollAt = (minutes: number, points: number): PollResult => ({
  snapshot: {
    board: BOARD,
    fetchedAtMs: FIRST_DAY + minutes * 60_000,
    ranks: [1],
    rows: [{ rank: 1, points, holders: [] }],
  },
})

/** Returns every snapshot of its rank 1. */
export const seriesOf = ({ store }: InstanceUnderTest) =>
  store.series({
    board: BOARD,
    ranks: [1],
    fromMs: 0,
    untilMs: OVER,
    stepMs: 0,
    snapshotsMax: 10_000,
  })
