import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { DatasetConfig } from '../dataset/dataset-config.ts'
import { existsSync } from 'node:fs'
import type { Clock } from '../platform/time/clock.ts'
import type { Board, Snapshot } from '../game/board.ts'
import type { GatewayReply, ReadContext } from '../game/gateway.ts'
import type { MessageOf } from '../game/operations.ts'
import { REGIONS, type Region } from '../game/region.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { GameEvent } from '../game/game-event.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import { normalizeGateway } from '../upstream/normalizing-gateway.ts'
import { createEmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { readEventRuns } from '../dataset/events/event-runs.ts'
import { boardCall } from '../history/collector/polling/board-call.ts'
import { boardRows } from '../history/collector/polling/board-rows.ts'
import type { AnnouncedEvent } from '../history/calendar/run-challenges.ts'
import { addMasterData } from '../history/master-data/add-master-data.ts'
import { fillDemoPredictions } from './fill-demo-predictions.ts'
import { putDemoFacts } from './write-demo-facts.ts'
import { FactRecorder } from '../history/collector/events/fact-recorder.ts'
import { openHistory } from '../history/store/open-sqlite-history.ts'
import { dataPaths } from '../platform/files/data-paths.ts'

/** The length of the history of a new demo: the running event and the one before it. */
const BACK_MS = 14 * DAY_MS

/** Milliseconds between two snapshots. */
const STEP_MS = 15 * MINUTE_MS

/** Milliseconds between two snapshots of a challenge song, whose whole board is read. */
const CHALLENGE_STEP_MS = 12 * HOUR_MS

/** Snapshots per transaction. */
const TOGETHER = 50

/** The call that lists the announcements of a region. */
const ANNOUNCEMENTS = { operation: 'announcement.list', arguments: { selectedTab: 'ALL' } } as const

/** Options of {@link fillDemoHistory}. */
export interface FillDemoHistoryOptions
  extends Pick<DatabaseConfig, 'dataDir'>, Pick<DatasetConfig, 'sizes'> {
  /** Ascending. */
  readonly ranks: readonly number[]
  /** Whether to make predictions of these times too; default: no. */
  readonly predicts?: boolean
}

/**
 * Fills the history of a new demo with snapshots of its events every 15 minutes of the last two
 * weeks, as if they had been collected then. Each snapshot is read from the dataset with its clock
 * set to that time. Does nothing if there is a history. Returns the number of snapshots written.
 */
export async function fillDemoHistory(
  { dataDir, sizes, ranks, predicts = false }: FillDemoHistoryOptions,
  clock: Clock,
): Promise<number> {
  const { dataset, history } = dataPaths(dataDir)
  if (existsSync(history)) return 0
  const nowMs = Math.floor(clock.nowMs())
  let atMs = nowMs
  const pastClock: Clock = { ...clock, nowMs: () => atMs }
  const gateway = normalizeGateway(
    createEmbeddedGateway({ file: dataset, clock: pastClock, gameNowMs: () => atMs, sizes }),
    { clock: pastClock, observe: () => {} },
  )
  const context: ReadContext = {
    signal: new AbortController().signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    priority: 'keyed',
  }
  const read = async (board: Board): Promise<Snapshot> => {
    const { message } = await gateway.read(boardCall({ board, ranks }), context)
    const own = { board, ranks: board.kind === 'event' ? ranks : undefined }
    return { ...own, fetchedAtMs: atMs, rows: boardRows(own, message) }
  }
  const store = openHistory(history, clock)
  try {
    const runs = readEventRuns(dataset, nowMs)
    const written = await fill(store, {
      runs,
      nowMs,
      read,
      setTime: (ms) => void (atMs = ms),
      predicts,
    })
    atMs = nowMs
    await recordFacts(store, pastClock, runs, (region) =>
      gateway.read({ ...ANNOUNCEMENTS, region }, context),
    )
    return written
  } finally {
    await store.close()
    await gateway.close()
  }
}

/** Records the announcements and results of the runs, as the collector does. */
async function recordFacts(
  store: HistoryStore,
  clock: Clock,
  runs: readonly GameEvent[],
  readAnnouncements: (region: Region) => Awaitable<GatewayReply>,
): Promise<void> {
  const facts = new FactRecorder({ store, clock, afterEndMs: 0, toWallMs: (gameMs) => gameMs })
  for (const region of REGIONS) {
    const { message } = await readAnnouncements(region)
    const { announcements = [] } = message as MessageOf<'announcement.list'>
    facts.setAnnouncements(region, announcements)
  }
  await facts.renew(runs)
}

interface Filling {
  readonly runs: readonly GameEvent[]
  readonly nowMs: number
  readonly read: (board: Board) => Promise<Snapshot>
  readonly setTime: (ms: number) => void
  readonly predicts: boolean
}

async function fill(store: HistoryStore, filling: Filling): Promise<number> {
  const { runs, nowMs, read, setTime, predicts } = filling
  const lease = await store.acquireLease('demo', MINUTE_MS)
  if (lease === undefined) return 0
  // The collector announces them too, but only after the first page has been requested.
  await store.putEvents(runs, lease)
  await putDemoFacts(store)
  let written = 0
  for (const { board, startsAtMs, endsAtMs, stepMs } of boardsOf(
    await addMasterData(store, runs, []),
  )) {
    if (startsAtMs > nowMs) continue
    let results: { readonly snapshot: Snapshot }[] = []
    const write = async () => {
      await store.record(results, [], lease)
      written += results.length
      results = []
    }
    const [fromMs, untilMs] = [Math.max(startsAtMs, nowMs - BACK_MS), Math.min(endsAtMs, nowMs)]
    for (const ms of timesOf(fromMs, untilMs, stepMs)) {
      setTime(ms)
      results.push({ snapshot: await read(board) })
      if (results.length === TOGETHER) await write()
    }
    await write()
  }
  if (predicts) {
    await fillDemoPredictions({ store, runs, fromMs: nowMs - BACK_MS, nowMs, lease })
  }
  await store.releaseLease(lease)
  return written
}

/** A board, a period in which it is open, and the milliseconds between two snapshots. */
interface FilledBoard extends Pick<GameEvent, 'startsAtMs' | 'endsAtMs'> {
  readonly board: Board
  readonly stepMs: number
}

/** Returns the boards of events and of their challenge songs, the earlier periods first. */
function boardsOf(events: readonly AnnouncedEvent[]): readonly FilledBoard[] {
  return events
    .flatMap(({ region, id, startsAtMs, endsAtMs, challenges = [] }): FilledBoard[] => [
      { board: { region, kind: 'event', id }, startsAtMs, endsAtMs, stepMs: STEP_MS },
      ...challenges.map((challenge) => ({
        board: { region, kind: 'challenge' as const, id: challenge.challengeMusicId },
        startsAtMs: challenge.startsAtMs,
        endsAtMs: challenge.endsAtMs,
        stepMs: CHALLENGE_STEP_MS,
      })),
    ])
    .toSorted((one, other) => one.startsAtMs - other.startsAtMs)
}

/** Generates the times of the snapshots of a run; the last one is at its end. */
function* timesOf(fromMs: number, untilMs: number, stepMs: number): Generator<number> {
  for (let ms = fromMs; ms < untilMs; ms += stepMs) yield ms
  if (fromMs <= untilMs) yield untilMs
}
