import assert from 'node:assert/strict'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import type { Snapshot } from '../../../game/board.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time/time-units.ts'
import { exportDays } from '../../exports/export-days.ts'
import { parseExportName } from '../../exports/export-file-name.ts'
import type { RankPrediction } from '../../prediction.ts'
import { createPredictor } from '../../predictions/predictor.ts'
import { demoRuns, TEST_RANKS, type TestRun } from '../../predictions/runs-for-tests.ts'
import { openEmbeddedArchive } from '../../store/archive/open-sqlite-archive.ts'
import { openHistory } from '../../store/open-sqlite-history.ts'
import { importFile } from '../import-file.ts'
import { parseDayFile } from '../parse-day-file.ts'
import { unpackLines } from '../unpack-lines.ts'
import { contentOf } from '../../../../test/contract/archive-under-test.ts'
import { convertCsv, type CsvConversion } from './convert-csv.ts'
import type { CsvSource } from './read-csv-points.ts'

const START = Date.UTC(2024, 4, 1, 6)
const CONVERSION: CsvConversion = {
  event: {
    region: 'jp',
    id: '77',
    name: 'Rain',
    startsAtMs: START,
    endsAtMs: START + 3 * DAY_MS,
  },
  columns: {},
  zone: undefined,
  nowMs: START + 30 * DAY_MS,
  mergeMs: 0,
  gapMs: 6 * HOUR_MS,
  skipsRejected: false,
}
const root = temporaryFolder()
let folders = 0
const nextFolder = () => join(root, String((folders += 1)))

function csv(text: string, name = 'cutoffs.csv'): CsvSource {
  return {
    name,
    async *read() {
      // Pieces of seven bytes end within lines and within characters.
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
    },
  }
}

/** Converts one file with changed options, and reads the result back. */
async function convert(text: string, options: Partial<CsvConversion> = {}) {
  const folder = nextFolder()
  const converted = await convertCsv([csv(text)], folder, { ...CONVERSION, ...options })
  return { ...converted, ...(await readFolder(folder)) }
}

async function readFolder(folder: string) {
  const snapshots: Snapshot[] = []
  const gaps = []
  const events = []
  for (const file of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const name = parseExportName(file) ?? assert.fail(file)
    const lines = unpackLines(createReadStream(join(folder, file)))
    for await (const part of parseDayFile(lines, name)) {
      if ('events' in part) events.push(...part.events)
      else {
        snapshots.push(...part.boardDay.snapshots)
        gaps.push(...part.boardDay.gaps)
      }
    }
  }
  return { snapshots, gaps, events }
}

/** Returns the points of snapshots as `time rank points`, sorted. */
const pointsOf = (snapshots: readonly Snapshot[]) =>
  snapshots
    .flatMap(({ fetchedAtMs, rows }) =>
      rows.map((row) => `${fetchedAtMs} ${row.rank} ${row.points}`),
    )
    .toSorted()

describe('history convert', () => {
  it('reads a wide file: a column of times, and one for each rank', async () => {
    const { snapshots, events, report } = await convert(
      'Timestamp,T100,"T1,000",note\n2024-05-01T07:00Z,500,70,x\n2024-05-01T08:00Z,"1,600",,y\n',
    )
    assert.deepEqual(
      snapshots.map(({ fetchedAtMs, ranks, rows }) => [
        fetchedAtMs - START,
        ranks,
        rows.map(({ points }) => points),
      ]),
      [
        [HOUR_MS, [100, 1_000], [500, 70]],
        [2 * HOUR_MS, [100], [1_600]],
      ],
    )
    assert.deepEqual(events, [CONVERSION.event])
    assert.deepEqual([...report.skipped], [['empty', 1]])
    assert.deepEqual(report.ignoredColumns, ['cutoffs.csv: "note"'])
  })

  it('reads a long file of several events in any order, with columns by name', async () => {
    const { snapshots, report } = await convert(
      'wann;Platz;Punkte;event_id\r\n1714550400;10;900;77\r\n1714546800000;10;800.0;77\r\n1714546800;1;7;78\r\n',
      { columns: { time: 'wann', rank: 'Platz', points: 'Punkte' } },
    )
    assert.deepEqual(pointsOf(snapshots), [
      `${START + HOUR_MS} 10 800`,
      `${START + 2 * HOUR_MS} 10 900`,
    ])
    assert.deepEqual([...report.skipped], [['other_event', 1]])
  })

  it('counts every value once, names the lines of refused ones, and then writes nothing', async () => {
    const text = [
      'time,100,200',
      '2024-05-01T07:00Z,1,2',
      '2024-05-01T07:00Z,1,3',
      'yesterday,1,2',
      '2024-05-01T08:00:00,1,2',
      '2024-05-01T09:00Z,1.5,2',
      '2024-05-01T10:00Z,1',
      '2024-04-30T10:00Z,1,2',
      '2024-05-06T10:00Z,1,2',
      '2024-05-01T11:00Z,-,2',
      '',
    ].join('\n')
    const { report, files } = await convert(text)
    assert.deepEqual(files, [])
    assert.deepEqual(report.problems, [
      'cutoffs.csv, line 3: rank 200 has 3 points, but 2 at the same time in cutoffs.csv, line 2.',
      'cutoffs.csv, line 4: the time "yesterday" is neither ISO 8601 nor Unix seconds or milliseconds.',
      'cutoffs.csv, line 5: the time "2024-05-01T08:00:00" has no time zone: name it with --zone.',
      'cutoffs.csv, line 6: the points "1.5" of rank 100 are no integer from 0 to 2^53.',
      'cutoffs.csv, line 7: it has 2 cells, but line 1 has 3.',
    ])
    const sum = (counts: ReadonlyMap<string, number>) =>
      counts.values().reduce((total, count) => total + count, 0)
    assert.equal(report.values, 18)
    assert.equal(report.converted + sum(report.skipped) + sum(report.rejected), 18)

    const partly = await convert(text, { skipsRejected: true })
    assert.equal(pointsOf(partly.snapshots).length, partly.report.converted)
    assert.equal(partly.report.converted, 4)
  })

  it('leaves out days that have not ended, which an import would reject', async () => {
    const { report, snapshots } = await convert(
      'time,1\n2024-05-01T23:59Z,5\n2024-05-02T00:00Z,6\n',
      { nowMs: START + DAY_MS },
    )
    assert.deepEqual([...report.skipped], [['not_ended', 1]])
    assert.equal(snapshots.length, 1)
  })

  it('writes long periods without values as gaps, into the day on which they end', async () => {
    const { gaps, files } = await convert(
      'time,1\n2024-05-01T12:00Z,5\n2024-05-01T18:00Z,6\n2024-05-02T00:00:01Z,7\n',
    )
    assert.deepEqual(
      gaps.map(({ fromMs, untilMs, reason }) => [fromMs, untilMs, reason]),
      [[START + 12 * HOUR_MS, START + 18 * HOUR_MS + 1_000, 'not_collected']],
    )
    assert.equal(files.length, 2)
  })

  it('merges times that are close into one snapshot on request, and no rank twice', async () => {
    const text = [
      'time,rank,points',
      ...[0, 1, 2, 20, 21, 22].map(
        (second, at) => `${(START + second * 1_000) / 1_000},${(at % 3) + 1},${at}`,
      ),
    ].join('\n')
    const plain = await convert(text)
    assert.equal(plain.snapshots.length, 6)
    const merged = await convert(text, { mergeMs: 60_000 })
    assert.deepEqual(pointsOf(merged.snapshots), [
      `${START + 2_000} 1 0`,
      `${START + 2_000} 2 1`,
      `${START + 2_000} 3 2`,
      `${START + 22_000} 1 3`,
      `${START + 22_000} 2 4`,
      `${START + 22_000} 3 5`,
    ])
  })

  for (const [what, text, problem] of [
    ['without times', 'a,100\n', /cutoffs\.csv: Line 1 names no column of times/],
    ['without ranks', 'time,a\n', /Line 1 names no ranks/],
    ['without points', 'time,rank,a\n', /Line 1 names no column of points/],
    ['with a rank twice', 'time,T100,rank_100\n', /two columns of rank 100/],
    ['that is empty', '\n \n', /cutoffs\.csv: The file is empty/],
    ['with an open quote', 'time,1\n"2024,5\n', /Line 2 opens a quote/],
    ['with text beside a quote', 'time,1\n"2024"x,5\n', /Line 2 has text beside/],
  ] as const) {
    it(`rejects a file ${what}`, async () => {
      await assert.rejects(convert(text), { name: 'ExportProblem', message: problem })
    })
  }

  it('rejects a file that is not UTF-8', async () => {
    const read = async function* () {
      yield Buffer.from('time,1\n2024-05-01T07:00Z,\xe9\n', 'latin1')
    }
    const converting = convertCsv([{ name: 'latin.csv', read }], nextFolder(), CONVERSION)
    await assert.rejects(converting, { message: /latin\.csv: The text after line 0 is not UTF-8/ })
  })

  it('gives the same points after an import and an export, whatever their order and layout', async () => {
    const points = fc.uniqueArray(
      fc.record({
        atMs: fc.integer({ min: START, max: START + 3 * DAY_MS }),
        rank: fc.constantFrom(1, 2, 100, 5_000),
        points: fc.nat(3),
      }),
      { minLength: 1, maxLength: 60, selector: ({ atMs, rank }) => `${atMs} ${rank}` },
    )
    await fc.assert(
      fc.asyncProperty(points, fc.boolean(), async (values, isWide) => {
        const folder = nextFolder()
        const text = isWide ? wideText(values) : longText(values)
        const { files, report } = await convertCsv([csv(text)], folder, CONVERSION)
        assert.equal(report.converted, values.length)

        const path = join(folder, 'history.db')
        const archive = await openEmbeddedArchive(path, clockAt(CONVERSION.nowMs))
        try {
          for (const name of files) {
            const read = () => createReadStream(join(folder, name))
            await importFile(archive, { name, read }, CONVERSION.nowMs)
          }
          await exportDays(archive, CONVERSION.nowMs, () => {})
          const exported: Snapshot[] = []
          for (const file of await archive.files('jp')) {
            const lines = unpackLines(contentOf(archive, file.sha256))
            for await (const part of parseDayFile(lines, file)) {
              if ('boardDay' in part) exported.push(...part.boardDay.snapshots)
            }
          }
          const expected = values.map(({ atMs, rank, points: value }) => `${atMs} ${rank} ${value}`)
          assert.deepEqual(pointsOf(exported), expected.toSorted())
        } finally {
          await archive.close()
        }
      }),
      { numRuns: 15 },
    )
  })

  it('is enough to predict', async () => {
    const runs = demoRuns(1, 12)
    const folder = nextFolder()
    const last = runs.at(-1) ?? assert.fail()
    // Half an hour after midnight: only days that have ended can be converted.
    const midnightMs = Math.floor(last.startsAtMs / DAY_MS) * DAY_MS + 4 * DAY_MS
    const nowMs = midnightMs + 30 * MINUTE_MS
    const archivePath = join(folder, 'history.db')
    for (const [at, { startsAtMs, endsAtMs, series }] of runs.entries()) {
      const event = { ...CONVERSION.event, id: String(at + 1), startsAtMs, endsAtMs }
      await convertCsv([csv(wideText(valuesOf(series)))], folder, { ...CONVERSION, event, nowMs })
    }
    const archive = await openEmbeddedArchive(archivePath, clockAt(nowMs))
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.gz'))) {
      const read = () => createReadStream(join(folder, name))
      await importFile(archive, { name, read }, nowMs)
    }
    await archive.close()
    const store = openHistory(archivePath, createManualClock(nowMs))
    const event = { ...CONVERSION.event, id: '12', ...last }
    const prediction = await createPredictor(store).predict(event, nowMs)
    await store.close()
    assert.equal(prediction?.pastRuns, 11)
    for (const [at, rank] of TEST_RANKS.entries()) {
      const one: RankPrediction | undefined = prediction.ranks.find((other) => other.rank === rank)
      assert.ok(one !== undefined && 'value' in one)
      const result = last.series[at]?.points.at(-1)?.points ?? 0
      assert.ok(Math.abs(one.value / result - 1) < 0.15, `${one.value} of ${result}`)
    }
  })
})

/** A clock at which an import need not wait between its transactions. */
function clockAt(nowMs: number): Pick<Clock, 'nowMs' | 'after'> {
  return {
    nowMs: () => nowMs,
    after: (_, callback) => {
      const waiting = setImmediate(callback)
      return () => clearImmediate(waiting)
    },
  }
}

interface Value {
  readonly atMs: number
  readonly rank: number
  readonly points: number
}

function valuesOf(series: TestRun['series']): readonly Value[] {
  return series.flatMap(({ rank, points }) =>
    points.flatMap(({ atMs, points: value }) =>
      value === undefined || atMs % (30 * MINUTE_MS) !== 0 ? [] : [{ atMs, rank, points: value }],
    ),
  )
}

function longText(values: readonly Value[]): string {
  const rows = values.map(({ atMs, rank, points }) => `${points},${rank},${atMs}`)
  return ['points,rank,time', ...rows].join('\n')
}

function wideText(values: readonly Value[]): string {
  const ranks = [...new Set(values.map(({ rank }) => rank))]
  const rows = Map.groupBy(values, ({ atMs }) => atMs)
    .entries()
    .map(([atMs, row]) => {
      const cells = ranks.map((rank) => row.find((one) => one.rank === rank)?.points ?? '')
      return [new Date(atMs).toISOString(), ...cells].join(',')
    })
  return [['time', ...ranks.map((rank) => `T${rank}`)].join(','), ...rows].join('\n')
}
