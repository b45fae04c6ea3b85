import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { DatasetConfig } from '../dataset/dataset-config.ts'
import { existsSync } from 'node:fs'
import type { Clock } from '../platform/time/clock.ts'
import type { Board, Snapshot } from '../game/board.ts'
import type { ReadContext } from '../game/gateway.ts'
import type { GameEvent } from '../game/game-event.ts'
import type { Fact } from '../history/calendar/fact.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { DAY_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import { normalizeGateway } from '../upstream/normalizing-gateway.ts'
import { createEmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { readEventRuns } from '../dataset/event-runs.ts'
import { boardCall } from '../history/collector/board-call.ts'
import { boardRows } from '../history/collector/board-rows.ts'
import { openHistory } from '../history/store/open-sqlite-history.ts'
import { dataPaths } from '../platform/files/data-paths.ts'

/** The length of the history of a new demo: the running event and the one before it. */
const BACK_MS = 14 * DAY_MS

/** Milliseconds between two snapshots. */
const STEP_MS = 15 * MINUTE_MS

/** Snapshots per transaction. */
const TOGETHER = 50

/** Options of {@link fillDemoHistory}. */
export interface FillDemoHistoryOptions
  extends Pick<DatabaseConfig, 'dataDir'>, Pick<DatasetConfig, 'sizes'> {
  /** Ascending. */
  readonly ranks: readonly number[]
}

/**
 * Fills the history of a new demo with snapshots of its events every 15 minutes of the last two
 * weeks, as if they had been collected then. Each snapshot is read from the dataset with its clock
 * set to that time. Does nothing if there is a history. Returns the number of snapshots written.
 */
export async function fillDemoHistory(
  { dataDir, sizes, ranks }: FillDemoHistoryOptions,
  clock: Clock,
): Promise<number> {
  const { dataset, history } = dataPaths(dataDir)
  if (existsSync(history)) return 0
  const nowMs = Math.floor(clock.nowMs())
  let atMs = nowMs
  const then: Clock = { ...clock, nowMs: () => atMs }
  const gateway = normalizeGateway(
    createEmbeddedGateway({ file: dataset, clock: then, gameNowMs: () => atMs, sizes }),
    { clock: then, observe: () => {} },
  )
  const context: ReadContext = {
    signal: new AbortController().signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    priority: 'keyed',
  }
  const read = async (board: Board): Promise<Snapshot> => {
    const { message } = await gateway.read(boardCall({ board, ranks }), context)
    return { board, fetchedAtMs: atMs, ranks, rows: boardRows({ board, ranks }, message) }
  }
  const store = openHistory(history, clock)
  try {
    const runs = readEventRuns(dataset, nowMs)
    return await fill(store, { runs, nowMs, read, setTime: (ms) => void (atMs = ms) })
  } finally {
    await store.close()
    await gateway.close()
  }
}

interface Filling {
  readonly runs: readonly GameEvent[]
  readonly nowMs: number
  readonly read: (board: Board) => Promise<Snapshot>
  readonly setTime: (ms: number) => void
}

async function fill(store: HistoryStore, { runs, nowMs, read, setTime }: Filling): Promise<number> {
  const lease = await store.acquireLease('demo', MINUTE_MS)
  if (lease === undefined) return 0
  // The collector announces them too, but only after the first page has been requested.
  await store.putEvents(runs, lease)
  let written = 0
  for (const { region, id, startsAtMs, endsAtMs } of runs) {
    if (startsAtMs > nowMs) continue
    let rounds: { readonly snapshot: Snapshot }[] = []
    const write = async () => {
      await store.record(rounds, [], lease)
      written += rounds.length
      rounds = []
    }
    for (const ms of timesOf(Math.max(startsAtMs, nowMs - BACK_MS), Math.min(endsAtMs, nowMs))) {
      setTime(ms)
      rounds.push({ snapshot: await read({ region, kind: 'event', id }) })
      if (rounds.length === TOGETHER) await write()
    }
    await write()
    if (endsAtMs <= nowMs) await store.patchFacts([resultsOf({ region, id, startsAtMs, endsAtMs })])
  }
  await store.releaseLease(lease)
  return written
}

/** Returns the fact that the last snapshot of a run is its final result. */
function resultsOf({ region, id, startsAtMs, endsAtMs }: Omit<GameEvent, 'name'>): Fact {
  const content = { resultsAtMs: endsAtMs }
  return { region, kind: 'event', id, startsAtMs, source: 'observed', content }
}

/** Generates the times of the snapshots of a run; the last one is at its end. */
function* timesOf(fromMs: number, untilMs: number): Generator<number> {
  for (let ms = fromMs; ms < untilMs; ms += STEP_MS) yield ms
  if (fromMs <= untilMs) yield untilMs
}
