import { join } from 'node:path'
import type { Board, BoardRow } from '../../src/game/board.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { Gateway } from '../../src/game/gateway.ts'
import type { GapReason, HistoryStore, PollResult } from '../../src/history/history-store.ts'
import type { NewLiveEntry } from '../../src/history/live-entry.ts'
import { REGIONS } from '../../src/game/region.ts'
import type { RawParameters } from '../../src/demo/demo-example.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import type { PublicOperationId } from '../../src/history/api/public-operations.ts'
import type { Fact } from '../../src/history/calendar/fact.ts'
import { exportDays } from '../../src/history/exports/export-days.ts'
import { openEmbeddedArchive } from '../../src/history/store/archive/open-sqlite-archive.ts'
import { acquireLease } from '../contract/history-under-test.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../harness/start-test-service.ts'

/** A minute in milliseconds. */
export const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Start and duration of the event of the scene; the run before it was a month earlier. */
export const START = Date.UTC(2026, 10, 20)
const LENGTH = 72 * HOUR
const MONTH = 30 * 24 * HOUR

/** The id of the event, in every region. */
export const EVENT_ID = '2004'
const RANKS = [1, 100, 1_000]

/** A service with its own history, a stepped clock, and a gateway that must not be called. */
export interface PublicScene {
  readonly test: TestService
  readonly clock: ManualClock
  /** The store that is read; a test may replace its methods. */
  readonly history: { -readonly [Name in keyof HistoryStore]: HistoryStore[Name] }
  /** Records poll results. */
  record(...rounds: readonly PollResult[]): Promise<void>
  putEvents(...events: readonly GameEvent[]): Promise<void>
  /** Records live entries. */
  notice(...entries: readonly NewLiveEntry[]): Promise<void>
  /** Number of gateway calls. */
  readonly gatewayCalls: () => number
}

/**
 * Starts the scene, two hours into the event. Its board was polled every minute since the start,
 * except for ten minutes of maintenance after the first half hour; rank 1 gains 10 points a minute,
 * rank 100 one, and rank 1000 has no player. The run before was polled in the same way for half an
 * hour. The board of song 7 was polled once, an hour ago; that of challenge song 8 is watched and
 * was never polled.
 */
export async function startPublicScene(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  platform: Pick<TestServiceOptions, 'startChartRenderer'> = {},
): Promise<PublicScene> {
  const clock = createManualClock(START + 2 * HOUR)
  const history = openHistory(join(folder, 'history.db'), clock)
  const write = {
    record: async (...rounds: readonly PollResult[]) =>
      history.record(rounds, [], await acquireLease(history)),
    putEvents: async (...events: readonly GameEvent[]) => {
      await history.putEvents(events, await acquireLease(history))
    },
    notice: async (...entries: readonly NewLiveEntry[]) =>
      history.record([], entries, await acquireLease(history)),
  }
  for (const region of REGIONS) await fill(history, write, region)
  let gatewayCalls = 0
  const gateway: Gateway = {
    read: () => {
      gatewayCalls += 1
      return Promise.reject(new Error('A public request has asked the gateway.'))
    },
    close: () => {},
  }
  const archive = await openEmbeddedArchive(join(folder, 'history.db'), clock)
  await exportDays(archive, clock.nowMs(), () => {})
  const test = await startTestService({
    folder,
    clock,
    gateway,
    history,
    archive,
    ...platform,
    environment: { BACKLINE_COLLECT: 'off', BACKLINE_PUBLIC_MINUTE: '1000000', ...environment },
  })
  return { test, clock, history, ...write, gatewayCalls: () => gatewayCalls }
}

/** A successful poll of the event board. */
export function eventSnapshot(region: Board['region'], fetchedAtMs: number, minutes: number) {
  const rows: BoardRow[] = [
    { rank: 1, points: 10 * minutes, holders: [{ id: '11', name: 'First' }] },
    { rank: 100, points: minutes, holders: [{ id: '12', name: 'Hundredth' }] },
  ]
  return {
    snapshot: { board: boardOf(region), fetchedAtMs, ranks: RANKS, rows },
    keepsPlayers: true,
  }
}

/** The live entry of such a poll. */
export function liveSnapshot(
  region: Board['region'],
  fetchedAtMs: number,
  minutes: number,
): NewLiveEntry {
  const { board, rows } = eventSnapshot(region, fetchedAtMs, minutes).snapshot
  return { region, atMs: fetchedAtMs, liveEvent: { type: 'snapshot', board, fetchedAtMs, rows } }
}

/** A failed poll. */
export function failedReading(region: Board['region'], atMs: number, reason: GapReason) {
  return { board: boardOf(region), atMs, reason }
}

const CHART_LOOK: RawParameters = {
  ranks: ['1', '100'],
  from: String(START),
  until: String(START + HOUR),
  width: '480',
  height: '320',
  theme: 'dark',
  language: 'ja',
  zone: 'Asia/Tokyo',
}
const EVENT_CHART_LOOK: RawParameters = { ...CHART_LOOK, prediction: '1', with: [`tw:${EVENT_ID}`] }
const CHART_EXAMPLE: RawParameters = {
  eventId: EVENT_ID,
  startsAt: String(START),
  ...EVENT_CHART_LOOK,
}

/** Raw parameters for which each operation has an answer with content. */
export const PUBLIC_EXAMPLES: Readonly<Record<PublicOperationId, RawParameters>> = {
  'public.events.list': { before: String(START + 1) },
  'public.events.current': {},
  'public.events.get': { eventId: EVENT_ID },
  'public.calendar': { from: String(START), until: String(START + HOUR) },
  'public.names': {
    event: [EVENT_ID],
    music: ['7', '9'],
    challenge: ['8'],
    card: ['101'],
    supportCard: ['102'],
    gacha: ['103'],
    arenaSeason: ['104'],
  },
  'public.event.cutoffs': { eventId: EVENT_ID },
  'public.event.cutoffsAt': { eventId: EVENT_ID, time: String(START + HOUR) },
  'public.event.history': {
    eventId: EVENT_ID,
    ranks: ['1', '100'],
    step: '5m',
    from: String(START),
    until: String(START + HOUR),
    startsAt: String(START),
  },
  'public.event.speed': {
    eventId: EVENT_ID,
    ranks: ['1', '100'],
    window: '1h',
    at: String(START + 2 * HOUR),
  },
  'public.event.comparison': {
    eventId: EVENT_ID,
    ranks: ['1'],
    startsAt: String(START),
    with: [`tw:${EVENT_ID}`, `kr:${EVENT_ID}@${START - MONTH}`],
    step: '15m',
    since: '0',
  },
  'public.event.predictions': {
    eventId: EVENT_ID,
    ranks: ['1', '100'],
    startsAt: String(START),
  },
  'public.event.predictionHistory': {
    eventId: EVENT_ID,
    ranks: ['1', '100'],
    startsAt: String(START),
    from: String(START),
    until: String(START + HOUR),
  },
  'public.event.player': {
    eventId: EVENT_ID,
    playerId: '12',
    step: '5m',
    from: String(START),
    until: String(START + HOUR),
    startsAt: String(START),
  },
  'public.event.chart.png': CHART_EXAMPLE,
  'public.event.chart.svg': CHART_EXAMPLE,
  'public.results.list': {},
  'public.current.cutoffs': {},
  'public.current.cutoffsAt': { time: String(START + HOUR) },
  'public.current.history': {
    ranks: ['1', '100'],
    step: '5m',
    from: String(START),
    until: String(START + HOUR),
  },
  'public.current.speed': { ranks: ['1', '100'], window: '1h', at: String(START + 2 * HOUR) },
  'public.current.comparison': {
    ranks: ['1'],
    with: [`tw:${EVENT_ID}`],
    step: '15m',
    since: '0',
  },
  'public.current.predictions': { ranks: ['1', '100'] },
  'public.current.predictionHistory': {
    ranks: ['1', '100'],
    from: String(START),
    until: String(START + HOUR),
  },
  'public.current.chart.png': EVENT_CHART_LOOK,
  'public.current.chart.svg': EVENT_CHART_LOOK,
  'public.music.board': { musicId: '7' },
  'public.music.boardAt': { musicId: '7', time: String(START + 2 * HOUR) },
  'public.music.history': {
    musicId: '7',
    ranks: ['1', '2'],
    step: 'raw',
    from: String(START),
    until: String(START + 2 * HOUR),
  },
  'public.challenge.board': { challengeMusicId: '8' },
  'public.challenge.boardAt': { challengeMusicId: '8', time: String(START) },
  'public.challenge.history': {
    challengeMusicId: '8',
    ranks: ['1'],
    step: '1h',
    from: String(START),
    until: String(START + HOUR),
  },
  'public.music.chart.png': { musicId: '7', ...CHART_LOOK },
  'public.music.chart.svg': { musicId: '7', ...CHART_LOOK },
  'public.challenge.chart.png': { challengeMusicId: '8', ...CHART_LOOK },
  'public.challenge.chart.svg': { challengeMusicId: '8', ...CHART_LOOK },
  'public.watches': {},
  'public.status': {},
  'public.live': { type: ['snapshot', 'gap.began'], board: [`event:${EVENT_ID}`], after: '0' },
  'public.feed.events.atom': { language: 'ja' },
  'public.feed.events.json': { language: 'ko' },
  'public.feed.events.calendar': { language: 'zh-Hant', alarm: '3h' },
  'public.feed.announcements.atom': { language: 'en', tab: 'ALL' },
  'public.feed.announcements.json': { language: 'zh-Hans', tab: 'BUG' },
  'public.exports.list': {},
  // Does not exist: the name has a hash of the content.
  'public.exports.file': { file: `jp-2026-10-21-${'0'.repeat(64)}.ndjson.gz` },
}

function boardOf(region: Board['region']): Board {
  return { region, kind: 'event', id: EVENT_ID }
}

async function fill(
  history: HistoryStore,
  { record, putEvents }: Pick<PublicScene, 'record' | 'putEvents'>,
  region: Board['region'],
): Promise<void> {
  const run = (startsAtMs: number): GameEvent => ({
    region,
    id: EVENT_ID,
    name: 'Starlight',
    startsAtMs,
    endsAtMs: startsAtMs + LENGTH,
  })
  await history.patchFacts(
    (
      [
        ['music', '7'],
        ['card', '101'],
        ['supportCard', '102'],
        ['gacha', '103'],
        ['arena', '104'],
      ] as const
    ).map(([kind, id]): Fact => ({
      region,
      kind,
      id,
      startsAtMs: 0,
      source: 'data',
      content: { name: { en: `Name ${id}` } },
    })),
  )
  const song: Board = { region, kind: 'music', id: '7' }
  const challenge: Board = { region, kind: 'challenge', id: '8' }
  for (const board of [boardOf(region), challenge]) {
    await history.putWatch({
      board,
      ranks: board.kind === 'event' ? RANKS : undefined,
      cadenceMs: MINUTE,
      fromMs: undefined,
      untilMs: undefined,
      paused: false,
      origin: 'operator',
    })
  }
  await putEvents(run(START - MONTH), run(START))
  const rounds: PollResult[] = []
  for (let minute = 0; minute <= 30; minute += 1) {
    rounds.push(eventSnapshot(region, START - MONTH + minute * MINUTE, minute))
  }
  // Nothing was collected between the runs.
  rounds.push(failedReading(region, START - MINUTE, 'not_collected'))
  for (let minute = 0; minute <= 120; minute += 1) {
    const atMs = START + minute * MINUTE
    const isClosed = minute > 30 && minute <= 40
    rounds.push(
      isClosed ? failedReading(region, atMs, 'maintenance') : eventSnapshot(region, atMs, minute),
    )
  }
  const rows = [
    { rank: 1, points: 900, holders: [{ id: '11', name: 'First' }] },
    { rank: 2, points: 800, holders: [] },
  ]
  rounds.push({ snapshot: { board: song, fetchedAtMs: START + HOUR, ranks: undefined, rows } })
  await record(...rounds)
}
