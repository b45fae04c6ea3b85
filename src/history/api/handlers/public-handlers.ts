import type { HistoryOperationId } from '../history-query.ts'
import type { HistoryStore } from '../../history-store.ts'
import type { PublicHandlers } from '../public-content.ts'
import type { BoardKind } from '../../../game/board.ts'
import type { Region } from '../../../game/region.ts'
import { createBoardHandlers } from './boards/board-handlers.ts'
import { describeWatch, newestFreshForMs } from './describe/describe-watch.ts'
import { createCalendarHandler } from './events/calendar-handler.ts'
import { createNamesHandler } from './events/names-handler.ts'
import { createCurrentHandlers } from './events/current-handlers.ts'
import { createEventHandlers } from './events/event-handlers.ts'
import { createComparisonHandler } from './boards/comparison-handler.ts'
import { createPlayerHandler } from './player-handler.ts'
import { createHistoryHandler } from './boards/history-handler.ts'
import { createResultsHandler } from './events/results-handler.ts'
import { createPredictionHandlers } from './prediction-handlers.ts'
import { createSpeedHandler } from './boards/speed-handler.ts'
import type { PublicHandlerOptions } from './handler-options.ts'
import { atSpeed } from '../../collector/collector-options.ts'

/** Freshness lifetime of the list of watches: a new watch appears within this time. */
const WATCHES_FRESH_MS = 10_000

/** The handlers that answer with one message from the store. */
export type BoardHandlers = Pick<PublicHandlers, HistoryOperationId>

/**
 * Creates the handlers of boards and events. `speed` is the speed of game time relative to wall
 * time. Without `hasPlayerPages`, players are `not_found`.
 */
export function createPublicHandlers({
  speed,
  hasPlayerPages,
  ...options
}: PublicHandlerOptions & {
  readonly speed: number
  readonly hasPlayerPages: boolean
}): BoardHandlers {
  const handlerOptions = { ...options, store: withWallTimeCadence(options.store, speed) }
  const { newest, at } = createBoardHandlers(handlerOptions)
  const history = createHistoryHandler(handlerOptions)
  const readSpeed = createSpeedHandler(handlerOptions)
  const player = createPlayerHandler(handlerOptions, hasPlayerPages)
  const comparison = createComparisonHandler(handlerOptions)
  const predictions = createPredictionHandlers(handlerOptions)
  const board = (kind: BoardKind, region: Region, id: string) => ({ kind, region, id })

  const events = {
    ...createEventHandlers(handlerOptions),
    ...createResultsHandler(handlerOptions),
    'public.event.cutoffs': ({ region, eventId, startsAt }) =>
      newest(board('event', region, eventId), startsAt),
    'public.event.cutoffsAt': ({ region, eventId, time }) =>
      at(board('event', region, eventId), time),
    'public.event.history': ({ region, eventId, ...query }) =>
      history(board('event', region, eventId), query),
    'public.event.speed': ({ region, eventId, ...query }) =>
      readSpeed(board('event', region, eventId), query),
    'public.event.comparison': ({ region, eventId, startsAt, ...query }) =>
      comparison({ region, id: eventId, startsAtMs: startsAt }, query),
    'public.event.predictions': ({ region, eventId, ...query }) =>
      predictions.newest(board('event', region, eventId), query),
    'public.event.predictionHistory': ({ region, eventId, ...query }) =>
      predictions.history(board('event', region, eventId), query),
    'public.event.player': ({ region, eventId, ...query }) =>
      player(board('event', region, eventId), query),
  } satisfies Partial<BoardHandlers>
  return {
    ...events,
    ...createCurrentHandlers(events),
    'public.calendar': createCalendarHandler(handlerOptions),
    'public.names': createNamesHandler(handlerOptions),
    'public.music.board': ({ region, musicId }) => newest(board('music', region, musicId)),
    'public.music.boardAt': ({ region, musicId, time }) =>
      at(board('music', region, musicId), time),
    'public.music.history': ({ region, musicId, ...query }) =>
      history(board('music', region, musicId), query),
    'public.challenge.board': ({ region, challengeMusicId }) =>
      newest(board('challenge', region, challengeMusicId)),
    'public.challenge.boardAt': ({ region, challengeMusicId, time }) =>
      at(board('challenge', region, challengeMusicId), time),
    'public.challenge.history': ({ region, challengeMusicId, ...query }) =>
      history(board('challenge', region, challengeMusicId), query),
    'public.watches': createWatchesHandler(handlerOptions),
  }
}

/** Creates the handler that lists the watches of a region. */
function createWatchesHandler({
  store,
  clock,
}: PublicHandlerOptions): BoardHandlers['public.watches'] {
  return async ({ region }) => {
    const states = (await store.watches()).filter(({ watch }) => watch.board.region === region)
    const nowMs = clock.nowMs()
    return {
      type: 'message',
      message: { watches: states.map((state) => describeWatch(state, nowMs)) },
      freshForMs: Math.min(
        WATCHES_FRESH_MS,
        ...states.map((state) => newestFreshForMs(state, nowMs)),
      ),
    }
  }
}

/** Returns a store whose watches have their cadence in wall time, which clients measure. */
export function withWallTimeCadence(store: HistoryStore, speed: number): HistoryStore {
  if (speed === 1) return store
  return {
    ...store,
    watches: async () =>
      (await store.watches()).map((state) => {
        const cadenceMs = atSpeed(state.watch.cadenceMs, speed)
        return { ...state, watch: { ...state.watch, cadenceMs } }
      }),
  }
}
