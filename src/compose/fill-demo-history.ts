import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { Board, Snapshot } from '../domain/board.ts'
import type { ReadContext } from '../domain/gateway.ts'
import type { GameEvent } from '../domain/game-event.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { DAY_MS, MINUTE_MS } from '../domain/time-units.ts'
import { closeGateway } from '../gateways/close.ts'
import { createEmbeddedGateway } from '../gateways/embedded/create-embedded-gateway.ts'
import { readEventRuns } from '../gateways/embedded/event-runs.ts'
import { boardCall } from '../snapshots/collect/board-call.ts'
import { boardRows } from '../snapshots/collect/board-rows.ts'
import { openHistory } from '../stores/embedded/open-history.ts'
import { dataPaths } from './data-paths.ts'

/** How far back the history of a new demo goes: over the event that runs and the one before it. */
const BACK_MS = 14 * DAY_MS

/** From one snapshot to the next. */
const STEP_MS = 15 * MINUTE_MS

/** Snapshots that are written at one time. */
const TOGETHER = 50

/** What a new demo's history is filled with. */
export interface FillDemoHistoryOptions extends Pick<Config, 'dataDir' | 'sizes'> {
  /** Ascending. */
  readonly ranks: readonly number[]
}

/**
 * Fills the history of a new demo with what its events showed every quarter of an hour of the last two weeks, as if they had been
 * collected then: each snapshot is read from the dataset with its clock set to that time, and nothing is made up beside it. Does nothing
 * where there is a history already. Returns how many snapshots were written.
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
  const gateway = closeGateway(
    createEmbeddedGateway({ file: dataset, clock: then, gameNowMs: () => atMs, sizes }),
    { clock: then, observe: () => {} },
  )
  const context: ReadContext = {
    signal: new AbortController().signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    lane: 'keyed',
  }
  const read = async (board: Board): Promise<Snapshot> => {
    const { message } = await gateway.read(boardCall({ board, ranks }), context)
    return { board, fetchedAtMs: atMs, ranks, rows: boardRows({ board, ranks }, message) }
  }
  const store = openHistory(history, clock)
  try {
    const runs = readEventRuns(dataset, nowMs).filter(({ startsAtMs }) => startsAtMs <= nowMs)
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
  const lease = await store.holdLease('demo', MINUTE_MS)
  if (lease === undefined) return 0
  let written = 0
  for (const { region, id, startsAtMs, endsAtMs } of runs) {
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
  }
  await store.releaseLease(lease)
  return written
}

/** The times of the snapshots of a run, the last one at its end. */
function* timesOf(fromMs: number, untilMs: number): Generator<number> {
  for (let ms = fromMs; ms < untilMs; ms += STEP_MS) yield ms
  if (fromMs <= untilMs) yield untilMs
}
