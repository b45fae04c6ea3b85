import { LIVE_TYPES } from '../../domain/live-entry.ts'
import { board, choice, int64, list, rank, run, text, time, whole, zone } from '../kind.ts'
import type { ArgumentsOf } from '../operation.ts'
import { defaulting, optional, required } from '../parameter.ts'
import { CHART_LANGUAGES, CHART_SIZE, CHART_THEMES } from './chart-choices.ts'
import { publicOperation } from './public-operation.ts'
import { STEP_NAMES, WINDOW_NAMES } from './steps.ts'

const ranks = required(list(rank, { min: 1, max: 100, order: 'ascending' }))
const eventId = required(int64)
const range = {
  ranks,
  step: defaulting(choice(STEP_NAMES), 'raw'),
  from: optional(time),
  until: optional(time),
}

const look = {
  ranks: optional(list(rank, { min: 0, max: 20, order: 'ascending' })),
  from: optional(time),
  until: optional(time),
  width: defaulting(whole(CHART_SIZE.width.min, CHART_SIZE.width.max), CHART_SIZE.width.usual),
  height: defaulting(whole(CHART_SIZE.height.min, CHART_SIZE.height.max), CHART_SIZE.height.usual),
  theme: defaulting(choice(CHART_THEMES), 'light'),
  language: defaulting(choice(CHART_LANGUAGES), 'en'),
  zone: defaulting(zone, 'UTC'),
}
const chart = { eventId, startsAt: optional(time), ...look }

/**
 * The public data interface: what was collected, for anybody. Everything about it is derived from this table, as with the
 * keyed interface; no entry can cause a call of a gateway.
 */
export const PUBLIC_OPERATIONS = {
  'public.events.list': publicOperation({
    summary: 'Runs of events, the latest start first.',
    parameters: { before: optional(time) },
    form: '/events',
    response: 'EventList',
  }),
  'public.events.current': publicOperation({
    summary: 'The events that run now.',
    parameters: {},
    form: '/events/current',
    response: 'EventList',
  }),
  'public.events.get': publicOperation({
    summary: 'All runs of one event.',
    parameters: { eventId },
    form: '/events/{eventId}',
    response: 'EventList',
  }),
  'public.event.cutoffs': publicOperation({
    summary: 'The newest snapshot of an event board.',
    parameters: { eventId },
    form: '/events/{eventId}/cutoffs',
    response: 'Board',
  }),
  'public.event.cutoffsAt': publicOperation({
    summary: 'An event board at a time.',
    parameters: { eventId, time: required(time) },
    form: '/events/{eventId}/cutoffs/at/{time}',
    response: 'Board',
  }),
  'public.event.history': publicOperation({
    summary: 'Ranks of an event over time, with the gaps.',
    parameters: { eventId, ...range, startsAt: optional(time) },
    form: '/events/{eventId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.event.speed': publicOperation({
    summary: 'Points an hour of ranks of an event.',
    parameters: {
      eventId,
      ranks,
      window: defaulting(choice(WINDOW_NAMES), '1h'),
      at: optional(time),
    },
    form: '/events/{eventId}/speed',
    response: 'Speed',
  }),
  'public.event.comparison': publicOperation({
    summary: 'Ranks, regions and past runs side by side, by the time since the start.',
    parameters: {
      eventId,
      ranks,
      startsAt: optional(time),
      with: optional(list(run, { min: 0, max: 9 })),
      step: defaulting(choice(STEP_NAMES), '1h'),
      since: defaulting(time, 0),
    },
    form: '/events/{eventId}/comparison',
    response: 'Comparison',
  }),
  'public.event.chart.png': publicOperation({
    summary: 'Ranks of an event over time, as a picture.',
    parameters: chart,
    form: '/events/{eventId}/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.event.chart.svg': publicOperation({
    summary: 'Ranks of an event over time, as a picture in lines.',
    parameters: chart,
    form: '/events/{eventId}/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
  'public.current.chart.png': publicOperation({
    summary: 'The picture of the event that runs now.',
    parameters: look,
    form: '/events/current/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.current.chart.svg': publicOperation({
    summary: 'The picture of the event that runs now, in lines.',
    parameters: look,
    form: '/events/current/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
  'public.music.board': publicOperation({
    summary: 'The newest snapshot of the board of a song.',
    parameters: { musicId: required(int64) },
    form: '/music/{musicId}/board',
    response: 'Board',
  }),
  'public.music.boardAt': publicOperation({
    summary: 'The board of a song at a time.',
    parameters: { musicId: required(int64), time: required(time) },
    form: '/music/{musicId}/board/at/{time}',
    response: 'Board',
  }),
  'public.music.history': publicOperation({
    summary: 'Ranks of the board of a song over time, with the gaps.',
    parameters: { musicId: required(int64), ...range },
    form: '/music/{musicId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.challenge.board': publicOperation({
    summary: 'The newest snapshot of the board of a challenge song.',
    parameters: { challengeMusicId: required(int64) },
    form: '/challenges/{challengeMusicId}/board',
    response: 'Board',
  }),
  'public.challenge.boardAt': publicOperation({
    summary: 'The board of a challenge song at a time.',
    parameters: { challengeMusicId: required(int64), time: required(time) },
    form: '/challenges/{challengeMusicId}/board/at/{time}',
    response: 'Board',
  }),
  'public.challenge.history': publicOperation({
    summary: 'Ranks of the board of a challenge song over time, with the gaps.',
    parameters: { challengeMusicId: required(int64), ...range },
    form: '/challenges/{challengeMusicId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.watches': publicOperation({
    summary: 'What is watched, and how fresh it is.',
    parameters: {},
    form: '/watches',
    response: 'WatchList',
  }),
  'public.status': publicOperation({
    summary: 'How collecting has gone in the last seven days.',
    parameters: {},
    form: '/status',
    response: 'Status',
  }),
  'public.live': publicOperation({
    summary: 'What happens, as it happens.',
    parameters: {
      type: optional(list(choice(LIVE_TYPES), { min: 0, max: LIVE_TYPES.length })),
      board: optional(list(board, { min: 0, max: 100 })),
      after: optional(int64),
    },
    form: '/live',
    response: 'text/event-stream',
  }),
  'public.exports.list': publicOperation({
    summary: 'The files of days that are over.',
    parameters: {},
    form: '/exports',
    response: 'ExportList',
  }),
  'public.exports.file': publicOperation({
    summary: 'One of these files.',
    parameters: { file: required(text) },
    form: '/exports/{file}',
    response: 'application/gzip',
  }),
} as const

/** The operations that answer with a picture. */
export type ChartOperationId = Extract<PublicOperationId, `public.${string}.chart.${string}`>

/** The name of one public operation; it is also what requests are counted as. */
export type PublicOperationId = keyof typeof PUBLIC_OPERATIONS

/** Every public operation id, in the order of the table. */
export const PUBLIC_OPERATION_IDS = Object.keys(PUBLIC_OPERATIONS) as PublicOperationId[]

/** The typed arguments of the public operation `Id`. */
export type PublicArguments<Id extends PublicOperationId> = ArgumentsOf<
  (typeof PUBLIC_OPERATIONS)[Id]
>
