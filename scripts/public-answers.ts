import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedGateway } from '../src/dataset/embedded-gateway.ts'
import { drawPlainCards } from '../src/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../src/demo/demo-dataset.ts'
import { fillDemoHistory } from '../src/demo/fill-demo-history.ts'
import type { Board } from '../src/game/board.ts'
import { createAnswerHistory } from '../src/history/api/handlers/answer-history-query.ts'
import { createStatusHandler } from '../src/history/api/handlers/status-handler.ts'
import { createPublicHandlers } from '../src/history/api/handlers/public-handlers.ts'
import type { HistoryOperationId, HistoryQuery } from '../src/history/api/history-query.ts'
import {
  createPublicParameterParser,
  createPublicRouteMatcher,
} from '../src/history/api/parse-public-request.ts'
import { NORMALIZE_PUBLIC, type PublicEnvelopeName } from '../src/history/api/public-messages.ts'
import { PUBLIC_OPERATIONS } from '../src/history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../src/history/api/public-prefix.ts'
import { boardCall } from '../src/history/collector/polling/board-call.ts'
import { boardRows } from '../src/history/collector/polling/board-rows.ts'
import type { PublicExample } from '../src/history/openapi/public-document.ts'
import type { HistoryStore } from '../src/history/history-store.ts'
import { createPredictor } from '../src/history/predictions/predictor.ts'
import { openHistory } from '../src/history/store/open-sqlite-history.ts'
import { dataPaths } from '../src/platform/files/data-paths.ts'
import { headerFacts } from '../src/platform/http/request/header-facts.ts'
import type { RawRequest } from '../src/platform/http/request/raw-request.ts'
import { MINUTE_MS } from '../src/platform/time/time-units.ts'

/** The time of the examples: an event of jp has run for three days. */
const NOW_MS = Date.UTC(2026, 10, 21)

const RUNNING = '/events/2002'
const RANGE = 'step=1h&from=1795132800000&until=1795140000000'
const AT = '1795175460000'

/**
 * The operations with an example: those that answer with a message, except the list of files and
 * the player, whom the history of a new demo does not follow.
 */
type ExampleId = Exclude<HistoryOperationId, 'public.event.player'> | 'public.status'

/** The request of each example. */
const TARGETS: Readonly<Record<ExampleId, string>> = {
  'public.events.list': '/events',
  'public.events.current': '/events/current',
  'public.events.get': RUNNING,
  'public.calendar': '/calendar',
  'public.names': '/names?music=2201&card=2000001',
  'public.event.cutoffs': `${RUNNING}/cutoffs`,
  'public.event.cutoffsAt': `${RUNNING}/cutoffs/at/${AT}`,
  'public.event.history': `${RUNNING}/history?ranks=1&ranks=100&${RANGE}`,
  'public.event.speed': `${RUNNING}/speed?ranks=1&ranks=100`,
  'public.event.comparison': `${RUNNING}/comparison?ranks=100&with=jp:2001&step=1d`,
  'public.event.predictions': `${RUNNING}/predictions?ranks=1&ranks=100`,
  'public.event.predictionHistory': `${RUNNING}/predictions/history?ranks=100`,
  'public.results.list': '/results',
  'public.current.cutoffs': '/events/current/cutoffs',
  'public.current.cutoffsAt': `/events/current/cutoffs/at/${AT}`,
  'public.current.history': `/events/current/history?ranks=1&ranks=100&${RANGE}`,
  'public.current.speed': '/events/current/speed?ranks=1&ranks=100',
  'public.current.comparison': '/events/current/comparison?ranks=100&with=jp:2001&step=1d',
  'public.current.predictions': '/events/current/predictions?ranks=1&ranks=100',
  'public.current.predictionHistory': '/events/current/predictions/history?ranks=100',
  'public.music.board': '/music/2201/board',
  'public.music.boardAt': `/music/2201/board/at/${NOW_MS}`,
  'public.music.history': '/music/2201/history?ranks=1&ranks=2',
  'public.challenge.board': '/challenges/2301/board',
  'public.challenge.boardAt': `/challenges/2301/board/at/${NOW_MS}`,
  'public.challenge.history': '/challenges/2301/history?ranks=1&ranks=2&step=1d',
  'public.watches': '/watches',
  'public.status': '/status',
}

/** Entries of a list in an example, at most. */
const LIST_MAX = 2

/**
 * Returns an answer of the demo for each operation with an example. Deterministic: the names of
 * export files are not, because they contain a hash of compressed bytes.
 */
export async function publicAnswers(): Promise<Readonly<Record<ExampleId, PublicExample>>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'backline-public-examples-'))
  const { dataset, history } = dataPaths(dataDir)
  const clock = { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS, after: () => () => {} }
  const sizes = { boardRows: 2, searchResults: 2, announcements: 50 }
  await createDemoDataset({ file: dataset, seed: 7, drawCards: drawPlainCards })
  await fillDemoHistory({ dataDir, sizes, ranks: [1, 100] }, clock)
  const store = openHistory(history, clock)
  const gateway = createEmbeddedGateway({ file: dataset, clock, gameNowMs: clock.nowMs, sizes })
  try {
    await recordMore(store, async (board) => {
      const { message } = await gateway.read(boardCall({ board, ranks: undefined }))
      return boardRows({ board, ranks: undefined }, message)
    })
    const handlers = {
      ...createPublicHandlers({ store, clock, speed: 1, hasPlayerPages: true }),
      'public.status': createStatusHandler({ store, clock, gatewayCalls: noCalls }),
    }
    const ask = createAnswerHistory(handlers, ({ message }, operation) =>
      Promise.resolve(encodePlainly(message, operation)),
    )
    const parse = createParser()
    const examples: [string, PublicExample][] = []
    for (const [id, target] of Object.entries(TARGETS)) {
      const { body } = await ask(parse(target))
      const answer = shorten(JSON.parse(Buffer.from(body ?? []).toString()))
      examples.push([id, { target, answer }])
    }
    return Object.fromEntries(examples) as Record<ExampleId, PublicExample>
  } finally {
    gateway.close()
    await store.close()
    await rm(dataDir, { recursive: true })
  }
}

/** The demo is in this process: no gateway is called. */
const noCalls = () => ({ sinceMs: NOW_MS, outcomes: [] })

/** Records what a new demo lacks: a watch, the board of a song, and a prediction of the event. */
async function recordMore(
  store: HistoryStore,
  read: (board: Board) => Promise<ReturnType<typeof boardRows>>,
): Promise<void> {
  const lease = await store.acquireLease('examples', MINUTE_MS)
  if (lease === undefined) throw new Error('The history of the examples is in use.')
  await store.putWatch({
    board: { region: 'jp', kind: 'event', id: '2002' },
    ranks: [1, 100],
    cadenceMs: MINUTE_MS,
    fromMs: undefined,
    untilMs: undefined,
    paused: false,
    origin: 'operator',
  })
  const board: Board = { region: 'jp', kind: 'music', id: '2201' }
  const snapshot = { board, fetchedAtMs: NOW_MS, ranks: undefined, rows: await read(board) }
  const runs = await store.runs({ region: 'jp', endsAfterMs: NOW_MS, max: 10 })
  const run = runs.find(({ startsAtMs }) => startsAtMs <= NOW_MS)
  const prediction = run && (await createPredictor(store).predict(run, NOW_MS))
  if (prediction === undefined) throw new Error('The event of the examples has no prediction.')
  await store.record(
    [{ snapshot }],
    [{ region: 'jp', atMs: NOW_MS, liveEvent: { type: 'prediction', ...prediction } }],
    lease,
  )
  await store.releaseLease(lease)
}

/** Creates the parser of the requests, which is that of the server. */
function createParser(): (target: string) => HistoryQuery {
  const match = createPublicRouteMatcher()
  const parse = createPublicParameterParser()
  return (target) => {
    const request = {
      method: 'GET',
      httpVersion: '1.1',
      target: `${PUBLIC_PREFIX}jp${target}`,
      headers: headerFacts(['Host', 'example']),
    } as unknown as RawRequest
    const call = parse(match(request))
    return { ...call, preferences: { encoding: undefined, known: [] } } as unknown as HistoryQuery
  }
}

function encodePlainly(message: unknown, operation: HistoryOperationId) {
  const response: PublicEnvelopeName = PUBLIC_OPERATIONS[operation].response
  return {
    type: 'answer' as const,
    tag: '',
    body: Buffer.from(JSON.stringify(NORMALIZE_PUBLIC[response](message))),
    encoding: undefined,
    fetchedAtMs: undefined,
    freshForMs: 0,
  }
}

/** Cuts the lists of a value. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}
