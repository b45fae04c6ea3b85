import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Board, Snapshot } from '../../src/domain/board.ts'
import type { HistoryArchive } from '../../src/domain/history-archive.ts'
import type { HistoryStore, Round } from '../../src/domain/history-store.ts'
import { exportName } from '../../src/snapshots/exports/export-day.ts'
import { DAY_MS } from '../../src/domain/time-units.ts'
import { makeFiles, SETTLE_MS } from '../../src/snapshots/exports/make-files.ts'
import { takeInFile, type TakenIn } from '../../src/snapshots/imports/take-in-file.ts'
import { takeLease } from './history-under-test.ts'

/** One empty instance. */
export interface InstanceUnderTest {
  readonly store: HistoryStore
  readonly archive: HistoryArchive
}

const FIRST_DAY = Date.UTC(2026, 10, 18)
const BOARDS: readonly Board[] = [
  { region: 'jp', kind: 'event', id: '7' },
  { region: 'jp', kind: 'music', id: '7' },
  { region: 'tw', kind: 'event', id: '7' },
]
const RANKS = [1, 2, 10]
const DAYS = [0, 1, 2]
const OVER = FIRST_DAY + DAYS.length * DAY_MS + SETTLE_MS

/** Of one reading: of which board, how long after the one before, and what it showed, or `undefined` when it failed. */
interface Reading {
  readonly board: number
  readonly afterMs: number
  readonly points: readonly (number | undefined)[] | undefined
  readonly asked: readonly number[]
}

const readings = fc.array(
  fc.record<Reading>({
    board: fc.nat(BOARDS.length - 1),
    afterMs: fc.integer({ min: 1, max: 6_000_000 }),
    points: fc.option(
      fc.array(fc.option(fc.nat(2), { nil: undefined }), { minLength: 3, maxLength: 3 }),
      { nil: undefined, freq: 5 },
    ),
    asked: fc.subarray(RANKS, { minLength: 1 }),
  }),
  { maxLength: 60 },
)

/** Readings of all boards in turn, spread over the days. */
function roundsOf(read: readonly Reading[]): readonly Round[] {
  let atMs = FIRST_DAY
  return read.flatMap(({ board: at, afterMs, points, asked }): Round[] => {
    atMs += afterMs
    const board = BOARDS[at]
    if (board === undefined || atMs >= FIRST_DAY + DAYS.length * DAY_MS) return []
    if (points === undefined) return [{ board, atMs, reason: 'timeout' }]
    const ranks = board.kind === 'event' ? asked : undefined
    const rows = RANKS.flatMap((rank, nth) => {
      const held = points[nth]
      if (held === undefined || ranks?.includes(rank) === false) return []
      return [{ rank, points: held, holders: [{ id: '1', name: 'somebody' }] }]
    })
    return [{ snapshot: { board, fetchedAtMs: atMs, ranks, rows } }]
  })
}

async function record({ store }: InstanceUnderTest, rounds: readonly Round[]): Promise<void> {
  const lease = await takeLease(store)
  await store.record(rounds, [], lease)
  await store.putEvents(
    [{ region: 'jp', id: '7', name: 'One', startsAtMs: FIRST_DAY, endsAtMs: OVER }],
    lease,
  )
}

async function give(
  from: InstanceUnderTest,
  to: InstanceUnderTest,
  nowMs = OVER,
): Promise<readonly TakenIn[]> {
  await makeFiles(from.archive, OVER, () => {})
  const taken = []
  for (const region of ['jp', 'tw'] as const) {
    for (const file of await from.archive.files(region)) {
      const read = () => contentOf(from.archive, file.sha256)
      taken.push(await takeInFile(to.archive, { name: exportName(file), read }, nowMs))
    }
  }
  return taken
}

async function* contentOf(archive: HistoryArchive, sha256: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; ;) {
    const piece = await archive.filePiece(sha256, start)
    if (piece === undefined) return
    yield piece
    start += piece.length
  }
}

/** Whatever anybody can ask, but for what lasts: names of holders are of the newest snapshot, and a gap is given when it is over. */
async function answersOf({ store, archive }: InstanceUnderTest) {
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
  return { boards, events: await store.events('jp') }
}

function without(snapshot: Snapshot | undefined) {
  return snapshot && { ...snapshot, rows: snapshot.rows.map((row) => ({ ...row, holders: [] })) }
}

const snapshotsIn = (rounds: readonly Round[], { region, kind }: Board) =>
  rounds.flatMap((round) =>
    'snapshot' in round &&
    round.snapshot.board.region === region &&
    round.snapshot.board.kind === kind
      ? [without(round.snapshot)]
      : [],
  )

/** What every archive must do. `open` makes an empty one, with the store of the same history. */
export function historyArchiveContract(
  name: string,
  open: () => Promise<InstanceUnderTest>,
  numRuns = 15,
): void {
  describe(`the archive (${name})`, () => {
    const opened: InstanceUnderTest[] = []
    const openOne = async () => {
      const made = await open()
      opened.push(made)
      return made
    }
    after(async () => {
      for (const { store, archive } of opened) {
        await store.close()
        await archive.close()
      }
    })

    it('gives an empty instance all of a history: every answer is equal, and so are its files', async () => {
      await fc.assert(
        fc.asyncProperty(readings, async (read) => {
          const rounds = roundsOf(read)
          const [one, other] = [await openOne(), await openOne()]
          await record(one, rounds)
          const taken = await give(one, other)
          const said = await answersOf(other)
          // A region without any history gets no file, and its events come with the first one.
          const events = taken.some(({ region }) => region === 'jp') ? said.events : []
          assert.deepEqual({ ...said, events }, { ...(await answersOf(one)), events })
          for (const [at, board] of BOARDS.entries()) {
            assert.deepEqual(said.boards[at]?.all, snapshotsIn(rounds, board))
          }
          await makeFiles(other.archive, OVER, () => {})
          for (const region of ['jp', 'tw'] as const) {
            assert.deepEqual(await other.archive.files(region), await one.archive.files(region))
          }
        }),
        { numRuns },
      )
    })

    it('changes nothing when it takes in what it has, and never what was collected here', async () => {
      await fc.assert(
        fc.asyncProperty(readings, fc.nat(60), fc.nat(60), async (read, from, length) => {
          const rounds = roundsOf(read)
          const [one, other] = [await openOne(), await openOne()]
          await record(one, rounds)
          const own = rounds.slice(from, from + length)
          await record(other, own)
          await give(one, other)
          const first = await answersOf(other)
          for (const [at, board] of BOARDS.entries()) {
            // Both have read the same game, so together they know what the one knows that saw all of it.
            assert.deepEqual(first.boards[at]?.all, snapshotsIn(rounds, board))
          }
          const again = await give(one, other)
          assert.ok(again.every(({ wasKnown }) => wasKnown))
          for (const region of ['jp', 'tw'] as const) {
            for (const board of await one.archive.boards(region)) {
              for (const day of DAYS) {
                const dayMs = FIRST_DAY + day * DAY_MS
                const snapshots = await one.archive.snapshots(board, dayMs, dayMs + DAY_MS, 999)
                const gaps = await one.archive.endedGaps(board, dayMs, dayMs + DAY_MS)
                assert.equal(await other.archive.takeIn({ board, dayMs, snapshots, gaps }), 0)
              }
            }
          }
          assert.deepEqual(await answersOf(other), first)
        }),
        { numRuns },
      )
    })

    const [board] = BOARDS as [Board]
    const at = (minutes: number, points: number): Round => ({
      snapshot: {
        board,
        fetchedAtMs: FIRST_DAY + minutes * 60_000,
        ranks: [1],
        rows: [{ rank: 1, points, holders: [] }],
      },
    })
    const seriesOf = ({ store }: InstanceUnderTest) =>
      store.series({
        board,
        ranks: [1],
        fromMs: 0,
        untilMs: OVER,
        stepMs: 0,
        snapshotsMax: 10_000,
      })

    it('fills what was not collected here, and leaves of a gap what nobody knows', async () => {
      const [one, other] = [await openOne(), await openOne()]
      const minutes = Array.from({ length: 60 }, (_, nth) => 1_440 + nth)
      await record(
        one,
        minutes.map((minute) => at(minute, minute)),
      )
      const lease = await takeLease(other.store)
      const down = { board, atMs: FIRST_DAY + 60_000, reason: 'unavailable' } as const
      await other.store.record([at(0, 1), down, at(2_900, 9_999)], [], lease)
      await give(one, other)
      const { series, gaps } = await seriesOf(other)
      assert.equal(series[0]?.points.length, 62)
      assert.deepEqual(
        gaps.map(({ fromMs, untilMs }) => [fromMs, untilMs].map((ms = 0) => ms - FIRST_DAY)),
        [
          [0, 1_440 * 60_000],
          [1_499 * 60_000, 2_900 * 60_000],
        ],
      )
    })

    it('shows what was known behind a stretch as before, also where thinning has been', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, [at(0, 5), at(1, 6), at(2, 5), at(3.5, 5)])
      const lease = await takeLease(other.store)
      await other.store.record([at(3, 7), at(4, 7), at(1_500, 8)], [], lease)
      const retention = { rawMs: 0, stepMs: 300_000, keptMs: 0, liveMs: 0 }
      while (await other.store.thin(retention, FIRST_DAY + 1_440 * 60_000, lease));
      await give(one, other)
      const [series] = (await seriesOf(other)).series
      assert.deepEqual(
        series?.points.map(({ points }) => points),
        [5, 6, 5, 5, 7, 8],
      )
    })

    it('takes no gap in which something is known here', async () => {
      const [one, other] = [await openOne(), await openOne()]
      const failed = { board, atMs: FIRST_DAY + 1_440 * 60_000, reason: 'timeout' } as const
      await record(one, [at(1_430, 1), failed, at(1_450, 2)])
      await record(other, [at(1_435, 1)])
      await give(one, other)
      const { series, gaps } = await seriesOf(other)
      assert.equal(series[0]?.points.length, 3)
      assert.deepEqual(gaps, [])
    })

    it('takes nothing of a day that is not over, which would be ahead of all that is read here', async () => {
      const [one, other] = [await openOne(), await openOne()]
      await record(one, [at(5, 1)])
      const lateOfDay = FIRST_DAY + DAY_MS - 1
      await assert.rejects(give(one, other, lateOfDay), { message: 'Its day is not over yet.' })
      assert.deepEqual(await other.archive.boards('jp'), [])
      assert.equal((await give(one, other, FIRST_DAY + DAY_MS)).length, 1)
    })

    it('makes no file of a day that is not over, has one, or is being taken in', async () => {
      const { store, archive } = await openOne()
      await record({ store, archive }, [at(0, 5), at(1_440, 6)])
      const days = (untilMs: number) => archive.daysWithoutFile('jp', untilMs, 10)
      assert.deepEqual(await days(FIRST_DAY + DAY_MS - 1), [])
      assert.deepEqual(await days(FIRST_DAY + DAY_MS), [FIRST_DAY])
      assert.deepEqual(await days(OVER), [FIRST_DAY, FIRST_DAY + DAY_MS])
      const file = { region: 'jp', dayMs: FIRST_DAY, sha256: 'a'.repeat(64) } as const
      await archive.beginImport(file)
      assert.deepEqual(await days(OVER), [FIRST_DAY + DAY_MS])
      // It was packed while that began, so there may be a part of it in it.
      const early = { ...file, sha256: 'd'.repeat(64), bytes: 1, snapshots: 1 }
      assert.equal(await archive.putFile(early, Buffer.from('x')), false)
      assert.deepEqual(await archive.files('jp'), [])
      await archive.endImport(file.sha256)
      assert.equal(await archive.isTakenIn(file.sha256), true)
      assert.deepEqual(await days(OVER), [FIRST_DAY, FIRST_DAY + DAY_MS])
      const made = { ...file, bytes: 3, snapshots: 1 }
      assert.equal(await archive.putFile(made, Buffer.from('one')), true)
      assert.equal(
        await archive.putFile({ ...made, sha256: 'b'.repeat(64) }, Buffer.from('x')),
        false,
      )
      assert.deepEqual(await archive.files('jp'), [made])
      assert.deepEqual(await days(OVER), [FIRST_DAY + DAY_MS])
    })

    it('keeps a large file in pieces', async () => {
      const { archive } = await openOne()
      const content = Buffer.alloc(200_000, 'abc')
      const file = { region: 'kr', dayMs: 0, sha256: 'c'.repeat(64), bytes: 200_000, snapshots: 0 }
      await archive.putFile({ ...file, region: 'kr' }, content)
      const pieces = await Array.fromAsync(contentOf(archive, file.sha256))
      assert.ok(pieces.length > 1 && pieces.every((piece) => piece.length <= 65_536))
      assert.deepEqual(Buffer.concat(pieces), content)
    })
  })
}
