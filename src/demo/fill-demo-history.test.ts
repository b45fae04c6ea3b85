import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { DAY_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import { createDemoDataset } from './demo-dataset.ts'
import { demoTimetable } from './demo-calendar.ts'
import { drawPlainCards } from './cards/plain-cards-for-tests.ts'
import { createEmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { boardCall } from '../history/collector/polling/board-call.ts'
import { boardRows } from '../history/collector/polling/board-rows.ts'
import { openHistory } from '../history/store/open-sqlite-history.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { fillDemoHistory } from './fill-demo-history.ts'

const NOW_MS = Date.UTC(2026, 5, 13, 12, 3)
const SIZES = { boardRows: 100, searchResults: 50, announcements: 50 }
const ranks = [1, 57, 100]
const dataDir = temporaryFolder()
const { dataset, history } = dataPaths(dataDir)
const clock = createManualClock(NOW_MS)

describe('the history of a new demo', () => {
  before(() => createDemoDataset({ file: dataset, seed: 1, drawCards: drawPlainCards }))

  it('contains exactly the boards of its events every 15 minutes up to now', async () => {
    const written = await fillDemoHistory({ dataDir, sizes: SIZES, ranks, predicts: true }, clock)
    const { running: id } = demoTimetable('jp', NOW_MS)
    const board = { region: 'jp', kind: 'event', id } as const
    const store = openHistory(history, clock)
    const { series, gaps } = await store.series({
      board,
      ranks,
      fromMs: NOW_MS - 7 * DAY_MS,
      untilMs: NOW_MS + 1,
      stepMs: 0,
      snapshotsMax: 1_000,
    })
    const runs = await store.runs({ region: 'jp', endsAfterMs: NOW_MS, max: 10 })
    await store.close()
    // A page that is opened at once shows the running event, and the next one.
    assert.ok(runs.some((run) => run.id === id && run.startsAtMs <= NOW_MS))
    assert.ok(runs.some(({ startsAtMs }) => startsAtMs > NOW_MS))
    assert.deepEqual(gaps, [])
    const times = series[0]?.points.map(({ atMs }) => atMs) ?? []
    assert.equal(times.at(-1), NOW_MS)
    assert.ok(times.length > 50 && written > times.length * 4)
    for (const [at, atMs] of times.entries()) {
      if (at > 0 && at < times.length - 1) assert.equal(atMs - (times[at - 1] ?? 0), 15 * MINUTE_MS)
      if (at % 40 !== 0) continue
      const gateway = createEmbeddedGateway({
        file: dataset,
        clock,
        gameNowMs: () => atMs,
        sizes: SIZES,
      })
      const { message } = await gateway.read(boardCall({ board, ranks }))
      gateway.close()
      const shown = new Map(
        boardRows({ board, ranks }, message).map((row) => [row.rank, row.points]),
      )
      const kept = series.map(({ rank, points }) => [rank, points[at]?.points])
      assert.deepEqual(
        kept,
        ranks.map((rank) => [rank, shown.get(rank)]),
      )
    }
  })

  it('has predictions every 12 hours, each made from the snapshots before it', async () => {
    const store = openHistory(history, clock)
    const { ended, running } = demoTimetable('jp', NOW_MS)
    for (const id of [ended, running]) {
      const board = { region: 'jp', kind: 'event', id } as const
      const range = { fromMs: NOW_MS - 14 * DAY_MS, untilMs: NOW_MS, max: 100 }
      const predictions = await store.predictions({ board, ...range, order: 'oldest first' })
      assert.ok(predictions.length > 5, `${id}: ${predictions.length}`)
      for (const { startsAtMs, madeAtMs, snapshotMs } of predictions) {
        assert.equal((madeAtMs - startsAtMs) % (12 * 60 * MINUTE_MS), 0)
        assert.ok(snapshotMs <= madeAtMs && snapshotMs > madeAtMs - 15 * MINUTE_MS - 1)
      }
    }
    await store.close()
  })

  it('is not changed if one exists', async () => {
    assert.equal(await fillDemoHistory({ dataDir, sizes: SIZES, ranks }, clock), 0)
  })
})
