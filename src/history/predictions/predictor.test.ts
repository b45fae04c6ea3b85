import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { Board } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import type { HistoryStore, PollResult } from '../history-store.ts'
import { openHistory } from '../store/open-sqlite-history.ts'
import { openPredictionWorker } from './prediction-worker.ts'
import { createPredictor } from './predictor.ts'
import { demoRuns, TEST_RANKS, type TestRun } from './runs-for-tests.ts'

const RUNS = demoRuns(1, 14)
/** One of four runs is of another event. */
const idOf = (at: number) => (at % 4 === 0 ? '2001' : '2002')
const eventOf = (at: number): GameEvent => {
  const { startsAtMs, endsAtMs } = RUNS[at] ?? assert.fail()
  return { region: 'jp', id: idOf(at), name: undefined, startsAtMs, endsAtMs }
}

/** Returns the snapshots of a run, every half hour. */
function roundsOf(board: Board, { series, endsAtMs }: TestRun, untilMs: number): PollResult[] {
  const [first] = series
  return (first?.points ?? []).flatMap(({ atMs }, at): PollResult[] => {
    // The last one is fetched a moment after the end, as polls are.
    const fetchedAtMs = atMs === endsAtMs ? atMs + 5_000 : atMs
    if (fetchedAtMs > untilMs) return []
    const rows = series.flatMap(({ rank, points }) => {
      const value = points[at]?.points
      return value === undefined ? [] : [{ rank, points: value, holders: [] }]
    })
    return [{ snapshot: { board, fetchedAtMs, ranks: TEST_RANKS, rows } }]
  })
}

describe('the predictor', () => {
  const nowMs = eventOf(13).startsAtMs + 4 * DAY_MS
  const dataDir = temporaryFolder()
  let store: HistoryStore
  before(async () => {
    const clock = createManualClock(nowMs)
    store = openHistory(join(dataDir, 'history.db'), clock)
    const lease = (await store.acquireLease('the test', 60_000)) ?? assert.fail()
    await store.putEvents(
      RUNS.map((_, at) => eventOf(at)),
      lease,
    )
    for (const [at, run] of RUNS.entries()) {
      const board: Board = { region: 'jp', kind: 'event', id: idOf(at) }
      await store.record(roundsOf(board, run, nowMs), [], lease)
    }
  })
  after(() => store.close())
  const predict = (atMs: number) => createPredictor(store).predict(eventOf(13), atMs)

  it('predicts a run from the past runs of its region, in whole points', async () => {
    const prediction = (await predict(nowMs)) ?? assert.fail('no prediction')
    const { ranks, ...rest } = prediction
    assert.deepEqual(rest, {
      board: { region: 'jp', kind: 'event', id: '2002' },
      startsAtMs: eventOf(13).startsAtMs,
      endsAtMs: eventOf(13).endsAtMs,
      madeAtMs: nowMs,
      snapshotMs: nowMs,
      model: 'analogs',
      version: 1,
      pastRuns: 13,
      medianError: rest.medianError,
    })
    assert.ok(rest.medianError !== undefined && rest.medianError < 0.1)
    assert.deepEqual(
      ranks.map(({ rank }) => rank),
      TEST_RANKS,
    )
    for (const [at, one] of ranks.entries()) {
      assert.ok(!('unknown' in one))
      const numbers = [one.points, one.value, ...one.interval50, ...one.interval90]
      assert.ok(numbers.every(Number.isSafeInteger), JSON.stringify(one))
      const result = RUNS[13]?.series[at]?.points.at(-1)?.points ?? 0
      assert.ok(Math.abs(one.value / result - 1) < 0.15, `${one.value} of ${result}`)
    }
  })

  it('uses nothing from after its time', async () => {
    const earlyMs = eventOf(13).startsAtMs + 2 * DAY_MS
    const then = await predict(earlyMs)
    assert.equal(then?.snapshotMs, earlyMs)
    const first = await createPredictor(store).predict(eventOf(1), eventOf(1).startsAtMs + DAY_MS)
    assert.deepEqual([first?.pastRuns, first?.model], [1, 'analogs'])
    assert.equal(await createPredictor(store).predict(eventOf(0), eventOf(0).startsAtMs), undefined)
  })

  it('predicts nothing before enough is known, nor without snapshots', async () => {
    assert.equal(await predict(eventOf(13).startsAtMs + HOUR_MS), undefined)
    const unknown = { ...eventOf(13), id: '7' }
    assert.equal(await createPredictor(store).predict(unknown, nowMs), undefined)
  })

  it('leaves out other kinds of events once there are nine runs of the same kind', async () => {
    const fact = (id: string, kind: string | null) => ({
      region: 'jp' as const,
      kind: 'event' as const,
      id,
      startsAtMs: 0,
      source: 'data' as const,
      content: { kind },
    })
    await store.patchFacts([fact('2001', 'team'), fact('2002', 'solo')])
    assert.equal((await predict(nowMs))?.pastRuns, 9)
    const laterMs = eventOf(12).startsAtMs + 4 * DAY_MS
    const other = await createPredictor(store).predict(eventOf(12), laterMs)
    assert.equal(other?.pastRuns, 12, 'three of the same kind are too few')
    await store.patchFacts([fact('2001', null), fact('2002', null)])
  })

  it('predicts the same in a thread of its own, with its own connection', async () => {
    const config = { dataDir, databaseUrl: undefined }
    const worker = openPredictionWorker(config, createManualClock(nowMs))
    assert.deepEqual(await worker.predict(eventOf(13), nowMs), await predict(nowMs))
    await worker.close()
  })

  it('measures the accuracy of the predictions of past runs, again when there is another run', async () => {
    const predictor = createPredictor(store)
    const measured = (await predictor.measure('jp', nowMs, undefined)) ?? assert.fail()
    assert.deepEqual([measured.runs, measured.latestStartMs], [13, eventOf(12).startsAtMs])
    const all = measured.cells.filter(({ rank }) => rank === undefined)
    assert.deepEqual(
      all.map(({ share }) => share),
      [0.1, 0.25, 0.5, 0.75, 0.9],
    )
    assert.ok(all.every(({ runs }) => runs === 12))
    assert.ok(all.every(({ medianError }) => medianError < 0.15))
    assert.equal(measured.cells.filter(({ rank }) => rank === 10).length, 5)
    assert.equal(await predictor.measure('jp', nowMs, measured), undefined)
    assert.notEqual(await predictor.measure('jp', nowMs, { ...measured, runs: 12 }), undefined)
    assert.equal(await predictor.measure('kr', nowMs, undefined), undefined)
  })
})
