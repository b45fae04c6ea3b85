import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { PublicEnvelope } from '../../src/history/api/public-messages.ts'
import type { BoardLine, SnapshotLine } from '../../src/history/exports/export-lines.ts'
import { exportDays } from '../../src/history/exports/export-days.ts'
import { openEmbeddedArchive } from '../../src/history/store/archive/open-sqlite-archive.ts'
import { loadResults } from '../../web/tracker/archive/load-results.ts'
import { loadBoard, loadSpeeds } from '../../web/tracker/data/load-board.ts'
import { findRuns, loadRegion } from '../../web/tracker/data/load-region.ts'
import { fitRange, loadTimeline } from '../../web/tracker/data/load-timeline.ts'
import { runName } from '../../web/tracker/data/run-name.ts'
import { subjectOf, type Subject } from '../../web/tracker/data/subject.ts'
import { readView } from '../../web/tracker/view/view.ts'
import { checkPublicAnswer } from '../harness/check-public-answer.ts'
import { readChart } from '../harness/read-chart.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { MINUTE, START, startPublicScene, type PublicScene } from '../public/scene.ts'

// An event whose first run ended five days ago and was read until ten minutes behind its end; its
// second run has begun since.
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVENT = '3001'
const FIRST = { startsAtMs: START - 6 * DAY, endsAtMs: START - 5 * DAY }
const SECOND = { startsAtMs: START - 2 * DAY, endsAtMs: START + 3 * DAY }
const FINAL_MS = FIRST.endsAtMs + 10 * MINUTE
const FINAL_POINTS = 3_649_416
const RANKS = [1, 100]
const folder = temporaryFolder()
const realFetch = globalThis.fetch
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
  const event = { region: 'jp', id: EVENT, name: 'Twice' } as const
  await scene.putEvents({ ...event, ...FIRST }, { ...event, ...SECOND })
  const board = { region: 'jp', kind: 'event', id: EVENT } as const
  await scene.history.putWatch({
    board,
    ranks: RANKS,
    cadenceMs: 10 * MINUTE,
    fromMs: SECOND.startsAtMs,
    untilMs: SECOND.endsAtMs + 10 * MINUTE,
    paused: false,
    origin: 'announced',
  })
  const snapshot = (fetchedAtMs: number, points: number) => ({
    snapshot: {
      board,
      fetchedAtMs,
      ranks: RANKS,
      rows: [
        { rank: 1, points: 2 * points, holders: [] },
        { rank: 100, points, holders: [] },
      ],
    },
  })
  const rounds = []
  for (let atMs = FIRST.startsAtMs; atMs <= FIRST.endsAtMs; atMs += 10 * MINUTE) {
    rounds.push(snapshot(atMs, (25_000 * (atMs - FIRST.startsAtMs)) / (10 * MINUTE)))
  }
  rounds.push(snapshot(FINAL_MS, FINAL_POINTS))
  rounds.push(snapshot(SECOND.startsAtMs, 5), snapshot(SECOND.startsAtMs + HOUR, 7))
  await scene.record(...rounds)
  const archive = await openEmbeddedArchive(join(folder, 'history.db'), scene.clock)
  await exportDays(archive, scene.clock.nowMs(), () => {})
  await archive.close()
  // The page asks its own origin, and takes the time from its answers.
  globalThis.fetch = (address, options) =>
    realFetch(typeof address === 'string' ? new URL(address, scene.test.origin) : address, options)
})
after(async () => {
  globalThis.fetch = realFetch
  await scene.test.stop()
})

const PUBLIC = '/api/public/v1/game/jp'
async function read<Shape>(path: string): Promise<Shape> {
  const answer = checkPublicAnswer(await send(scene.test.origin, PUBLIC + path))
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json as Shape
}

/** What the page shows for a link. */
async function subjectFor(search: string): Promise<Subject> {
  const known = await loadRegion('jp', AbortSignal.timeout(10_000))
  const subject = subjectOf(readView(search), known, scene.clock.nowMs())
  assert.ok(subject !== undefined)
  return subject
}

describe('the final result of a run', () => {
  it('is the same for the interface, the tracker, the picture, the archive and the export', async () => {
    const cutoffs = await read<PublicEnvelope<'Board'>>(
      `/events/${EVENT}/cutoffs?startsAt=${FIRST.startsAtMs}`,
    )
    assert.equal(cutoffs.event?.startsAt, String(FIRST.startsAtMs))
    const { fetchedAt, final, rows } = cutoffs.snapshot ?? {}
    assert.deepEqual([Number(fetchedAt), final], [FINAL_MS, true])
    assert.deepEqual(rows?.[1], { rank: 100, points: FINAL_POINTS })

    const earlier = await read<PublicEnvelope<'Board'>>(
      `/events/${EVENT}/cutoffs/at/${SECOND.startsAtMs - 1}`,
    )
    assert.deepEqual(earlier.snapshot, cutoffs.snapshot)

    const subject = await subjectFor(`?event=${EVENT}&startsAt=${FIRST.startsAtMs}`)
    const { reading, watched } = await loadBoard(subject, AbortSignal.timeout(10_000))
    assert.deepEqual([reading?.fetchedAtMs, reading?.isFinal], [FINAL_MS, true])
    assert.deepEqual(
      reading?.places.map(({ rank, points }) => [rank, points]),
      rows?.map(({ rank, points }) => [rank, points]),
    )
    assert.equal(watched.freshness, 'ended')
    const request = { subject, ranks: RANKS, range: 'all', with: [] } as const
    const { entries } = await loadTimeline(request, AbortSignal.timeout(10_000))
    const readings = entries.flatMap((entry) => ('gap' in entry ? [] : [entry]))
    assert.deepEqual(readings.at(-1)?.atMs, FINAL_MS)
    assert.equal(readings.at(-1)?.points.get(100), FINAL_POINTS)

    const picture = await send(
      scene.test.origin,
      `${PUBLIC}/events/${EVENT}/chart.svg?startsAt=${FIRST.startsAtMs}&ranks=100`,
    )
    const drawn = readChart(picture.body.toString())
    const end = drawn.lines.get(100)?.at(-1)?.at(-1)
    assert.ok(Math.abs((end?.atMs ?? 0) - FINAL_MS) <= drawn.pixelMs)
    assert.ok(Math.abs((end?.points ?? 0) - FINAL_POINTS) <= drawn.pixelPoints)
    assert.equal(picture.headers['x-fetched-at'], String(FINAL_MS))

    const { results, nextBefore } = await loadResults('jp', undefined, AbortSignal.timeout(10_000))
    assert.equal(nextBefore, undefined)
    const archived = results.find((one) => runName(one.run) === `jp:${EVENT}@${FIRST.startsAtMs}`)
    assert.deepEqual([archived?.isFinal, archived?.points.get(100)], [true, FINAL_POINTS])
    // A running run has no result yet.
    assert.ok(results.every(({ run }) => run.startsAtMs !== SECOND.startsAtMs))

    const { files = [] } = await read<PublicEnvelope<'ExportList'>>('/exports')
    let last = { at: 0, points: 0 }
    for (const { file } of files) {
      const { body } = await send(scene.test.origin, `${PUBLIC}/exports/${file}`)
      let isOfEvent = false
      for (const text of gunzipSync(body).toString().trim().split('\n')) {
        const line = JSON.parse(text) as Partial<BoardLine & SnapshotLine>
        if (line.board !== undefined) isOfEvent = line.board.id === EVENT
        if (!isOfEvent || line.at === undefined || line.at >= SECOND.startsAtMs) continue
        const [, points] = line.rows?.find(([rank]) => rank === 100) ?? []
        if (line.at > last.at) last = { at: line.at, points: points ?? last.points }
      }
    }
    assert.deepEqual(last, { at: FINAL_MS, points: FINAL_POINTS })
  })

  it('has the speed of the last hour of the run', async () => {
    const subject = await subjectFor(`?event=${EVENT}&startsAt=${FIRST.startsAtMs}`)
    const speeds = await loadSpeeds(subject, [100], AbortSignal.timeout(10_000))
    assert.deepEqual(speeds.get(100), {
      change: 150_000,
      perHour: 150_000,
      fromMs: FIRST.endsAtMs - HOUR,
      untilMs: FIRST.endsAtMs,
      unknown: undefined,
    })
  })

  it('is not marked while a later reading can come, nor where nothing was read at the end', async () => {
    const { snapshot } = await read<PublicEnvelope<'Board'>>(`/events/${EVENT}/cutoffs`)
    assert.deepEqual([snapshot?.rows?.[1]?.points, snapshot?.final], [7, undefined])
    const board = { region: 'jp', kind: 'event', id: '3005' } as const
    const endsAtMs = START - HOUR
    await scene.putEvents({ ...board, name: 'Once', startsAtMs: START - DAY, endsAtMs })
    const readAt = (fetchedAtMs: number) =>
      scene.record({ snapshot: { board, fetchedAtMs, ranks: [1], rows: [] } })
    const isFinal = async () =>
      (await read<PublicEnvelope<'Board'>>('/events/3005/cutoffs')).snapshot?.final
    const watch = {
      board,
      ranks: [1],
      cadenceMs: MINUTE,
      fromMs: START - DAY,
      untilMs: scene.clock.nowMs() + MINUTE,
      paused: false,
      origin: 'announced',
    } as const
    await scene.history.putWatch(watch)
    await readAt(endsAtMs - 1)
    await scene.history.putWatch({ ...watch, untilMs: endsAtMs })
    assert.equal(await isFinal(), undefined, 'read before the end alone')
    await scene.history.putWatch(watch)
    await readAt(endsAtMs)
    assert.equal(await isFinal(), undefined, 'still being read')
    await scene.history.putWatch({ ...watch, untilMs: endsAtMs + MINUTE })
    assert.equal(await isFinal(), true)
  })

  it('is marked everywhere once the results have come, though the board is still read', async () => {
    const board = { region: 'jp', kind: 'event', id: '3006' } as const
    const [startsAtMs, endsAtMs] = [START - DAY, START - HOUR]
    await scene.putEvents({ ...board, name: 'Watched on', startsAtMs, endsAtMs })
    await scene.history.putWatch({
      board,
      ranks: [1],
      cadenceMs: MINUTE,
      fromMs: undefined,
      untilMs: undefined,
      paused: false,
      origin: 'operator',
    })
    const resultsAtMs = endsAtMs + 10 * MINUTE
    const rows = [{ rank: 1, points: 900, holders: [] }]
    const readAt = (fetchedAtMs: number) =>
      scene.record({ snapshot: { board, fetchedAtMs, ranks: [1], rows } })
    const shown = async () => {
      const cutoffs = await read<PublicEnvelope<'Board'>>(`/events/3006/cutoffs`)
      const subject = await subjectFor(`?event=3006&startsAt=${startsAtMs}`)
      const { reading } = await loadBoard(subject, AbortSignal.timeout(10_000))
      const { results } = await loadResults('jp', undefined, AbortSignal.timeout(10_000))
      const archived = results.find(({ run }) => run.id === '3006')
      const picture = await send(
        scene.test.origin,
        `${PUBLIC}/events/3006/chart.svg?startsAt=${startsAtMs}&ranks=1`,
      )
      return {
        points: [
          cutoffs.snapshot?.rows?.[0]?.points,
          reading?.places[0]?.points,
          archived?.points.get(1),
        ],
        final: [cutoffs.snapshot?.final === true, reading?.isFinal, archived?.isFinal],
        fetched: [
          Number(cutoffs.snapshot?.fetchedAt),
          reading?.fetchedAtMs,
          Number(picture.headers['x-fetched-at']),
        ],
      }
    }
    await readAt(resultsAtMs - MINUTE)
    const early = await shown()
    assert.deepEqual(early.final, [false, false, false])
    await scene.history.patchFacts([
      { ...board, startsAtMs, source: 'observed', content: { resultsAtMs } },
    ])
    await readAt(resultsAtMs)
    assert.deepEqual(await shown(), {
      points: [900, 900, 900],
      final: [true, true, true],
      fetched: [resultsAtMs, resultsAtMs, resultsAtMs],
    })
  })
})

describe('a damaged link', () => {
  it('with a start that no run has shows one run, the present one', async () => {
    const subject = await subjectFor(`?event=${EVENT}&startsAt=1`)
    assert.equal(subject.run?.startsAtMs, SECOND.startsAtMs)
    const { run, reading } = await loadBoard(subject, AbortSignal.timeout(10_000))
    assert.equal(run?.startsAtMs, SECOND.startsAtMs)
    assert.equal(reading?.fetchedAtMs, SECOND.startsAtMs + HOUR)
    const { entries } = await loadTimeline(
      { subject, ranks: RANKS, range: 'all', with: [] },
      AbortSignal.timeout(10_000),
    )
    assert.ok(entries.every((entry) => 'gap' in entry || entry.atMs >= SECOND.startsAtMs))
  })

  it('with a time in which the board shows another run shows all of the run, and else its part', async () => {
    const subject = await subjectFor(`?event=${EVENT}&startsAt=${FIRST.startsAtMs}`)
    const during = { from: FIRST.startsAtMs + HOUR, until: FIRST.startsAtMs + 2 * HOUR }
    assert.deepEqual(fitRange(during, subject), during)
    const both = { from: FIRST.startsAtMs - HOUR, until: SECOND.startsAtMs + HOUR }
    const part = { from: FIRST.startsAtMs, until: SECOND.startsAtMs }
    assert.deepEqual(fitRange(both, subject), part)
    const later = { from: SECOND.startsAtMs, until: SECOND.startsAtMs + HOUR }
    assert.equal(fitRange(later, subject), 'all')
  })

  it('compares the runs that it can mean, by their full names and each once', async () => {
    const wanted = [
      `jp:${EVENT}`,
      `jp:${EVENT}@${SECOND.startsAtMs}`,
      `jp:${EVENT}@1`,
      'jp:77',
      `jp:${EVENT}@${FIRST.startsAtMs}`,
    ]
    const runs = await findRuns(wanted, AbortSignal.timeout(10_000))
    assert.deepEqual(runs.map(runName), [
      `jp:${EVENT}@${SECOND.startsAtMs}`,
      `jp:${EVENT}@${FIRST.startsAtMs}`,
    ])
  })

  it('with a rank that nobody reads names it, and fails nothing', async () => {
    const subject = await subjectFor(`?event=${EVENT}`)
    const load = (ranks: readonly number[]) =>
      loadTimeline({ subject, ranks, range: 'all', with: [] }, AbortSignal.timeout(10_000))
    const some = await load([1, 5])
    assert.deepEqual([some.notWatched, some.entries.length > 0], [[5], true])
    assert.deepEqual(await load([5]), {
      entries: [],
      notWatched: [5],
      anomalies: { list: [], omitted: 0 },
    })
  })
})
