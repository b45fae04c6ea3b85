import { LIVE_TYPES } from '../live-entry.ts'
import { choice, int64, list, rank, text, time } from '../../api/parameter-kind.ts'
import { board, run } from '../../game/parameter-kinds.ts'
import type { ArgumentsOf } from '../../api/operation.ts'
import { withDefault, optional, required } from '../../api/parameter.ts'
import { ANNOUNCEMENT_TABS } from '../../game/operations.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { ALARMS } from '../feeds/render-calendar.ts'
import { CHART_OPERATIONS } from './chart-operations.ts'
import { PREDICTION_OPERATIONS } from './prediction-operations.ts'
import { publicOperation } from './public-operation.ts'
import { STEP_NAMES, WINDOW_NAMES } from './time-steps.ts'

const ranks = required(list(rank, { min: 1, max: 100, order: 'ascending' }))
const eventId = required(int64)
const ids = optional(list(int64, { min: 0, max: 100, order: 'ascending', commas: true }))
const range = {
  ranks,
  step: withDefault(choice(STEP_NAMES), 'raw'),
  from: optional(time),
  until: optional(time),
}

const speedParameters = {
  ranks,
  window: withDefault(choice(WINDOW_NAMES), '1h'),
  at: optional(time),
}

const comparisonParameters = {
  ranks,
  with: optional(list(run, { min: 0, max: 9 })),
  step: withDefault(choice(STEP_NAMES), '1h'),
  since: withDefault(time, 0),
}

const feedParameters = { language: withDefault(choice(LANGUAGES), 'en') }
const announcementFeedParameters = {
  ...feedParameters,
  tab: withDefault(choice(ANNOUNCEMENT_TABS), 'ALL'),
}

/**
 * The operations of the public data interface, which serves collected data without a key. Routes,
 * documents and clients are derived from this table. No operation can cause a gateway call.
 */
export const PUBLIC_OPERATIONS = {
  'public.events.list': publicOperation({
    summary: 'Event runs, latest start first.',
    parameters: { before: optional(time) },
    form: '/events',
    response: 'EventList',
  }),
  'public.events.current': publicOperation({
    summary: 'Running events.',
    parameters: {},
    form: '/events/current',
    response: 'EventList',
  }),
  'public.events.get': publicOperation({
    summary: 'All runs of an event.',
    parameters: { eventId },
    form: '/events/{eventId}',
    response: 'EventList',
  }),
  'public.calendar': publicOperation({
    summary: 'Events, challenge songs, arena seasons and gachas of a period.',
    parameters: { from: optional(time), until: optional(time) },
    form: '/calendar',
    response: 'Calendar',
    timeRange: ['from', 'until'],
  }),
  'public.names': publicOperation({
    summary: 'Names and pictures by id.',
    parameters: {
      event: ids,
      music: ids,
      challenge: ids,
      card: ids,
      supportCard: ids,
      gacha: ids,
      arenaSeason: ids,
    },
    form: '/names',
    response: 'NameList',
  }),
  'public.event.cutoffs': publicOperation({
    summary: 'Newest snapshot of an event board, or the last one of a run.',
    parameters: { eventId, startsAt: optional(time) },
    form: '/events/{eventId}/cutoffs',
    response: 'Board',
  }),
  'public.event.cutoffsAt': publicOperation({
    summary: 'Event board at a given time.',
    parameters: { eventId, time: required(time) },
    form: '/events/{eventId}/cutoffs/at/{time}',
    response: 'Board',
  }),
  'public.event.history': publicOperation({
    summary: 'Event cutoffs over time, with gaps.',
    parameters: { eventId, ...range, startsAt: optional(time) },
    form: '/events/{eventId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.event.speed': publicOperation({
    summary: 'Points per hour at ranks of an event.',
    parameters: { eventId, ...speedParameters },
    form: '/events/{eventId}/speed',
    response: 'Speed',
  }),
  'public.event.comparison': publicOperation({
    summary: 'Event runs compared across regions, by time since their start.',
    parameters: { eventId, startsAt: optional(time), ...comparisonParameters },
    form: '/events/{eventId}/comparison',
    response: 'Comparison',
  }),
  'public.event.player': publicOperation({
    summary: 'Rank and points of a player over time in an event.',
    parameters: {
      eventId,
      playerId: required(text),
      step: withDefault(choice(STEP_NAMES), 'raw'),
      from: optional(time),
      until: optional(time),
      startsAt: optional(time),
    },
    form: '/events/{eventId}/players/{playerId}',
    response: 'PlayerHistory',
    timeRange: ['from', 'until'],
  }),
  ...CHART_OPERATIONS,
  ...PREDICTION_OPERATIONS,
  'public.results.list': publicOperation({
    summary: 'Results of ended runs, latest start first.',
    parameters: { before: optional(time) },
    form: '/results',
    response: 'ResultList',
  }),
  'public.current.cutoffs': publicOperation({
    summary: 'Newest snapshot of the running event.',
    parameters: {},
    form: '/events/current/cutoffs',
    response: 'Board',
  }),
  'public.current.cutoffsAt': publicOperation({
    summary: 'Board of the running event at a given time.',
    parameters: { time: required(time) },
    form: '/events/current/cutoffs/at/{time}',
    response: 'Board',
  }),
  'public.current.history': publicOperation({
    summary: 'Cutoffs of the running event over time, with gaps.',
    parameters: range,
    form: '/events/current/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.current.speed': publicOperation({
    summary: 'Points per hour at ranks of the running event.',
    parameters: speedParameters,
    form: '/events/current/speed',
    response: 'Speed',
  }),
  'public.current.comparison': publicOperation({
    summary: 'The running event compared with other runs, by time since their start.',
    parameters: comparisonParameters,
    form: '/events/current/comparison',
    response: 'Comparison',
  }),
  'public.music.board': publicOperation({
    summary: 'Newest snapshot of a song board.',
    parameters: { musicId: required(int64) },
    form: '/music/{musicId}/board',
    response: 'Board',
  }),
  'public.music.boardAt': publicOperation({
    summary: 'Song board at a given time.',
    parameters: { musicId: required(int64), time: required(time) },
    form: '/music/{musicId}/board/at/{time}',
    response: 'Board',
  }),
  'public.music.history': publicOperation({
    summary: 'Song board cutoffs over time, with gaps.',
    parameters: { musicId: required(int64), ...range },
    form: '/music/{musicId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.challenge.board': publicOperation({
    summary: 'Newest snapshot of a challenge song board.',
    parameters: { challengeMusicId: required(int64) },
    form: '/challenges/{challengeMusicId}/board',
    response: 'Board',
  }),
  'public.challenge.boardAt': publicOperation({
    summary: 'Challenge song board at a given time.',
    parameters: { challengeMusicId: required(int64), time: required(time) },
    form: '/challenges/{challengeMusicId}/board/at/{time}',
    response: 'Board',
  }),
  'public.challenge.history': publicOperation({
    summary: 'Challenge song board cutoffs over time, with gaps.',
    parameters: { challengeMusicId: required(int64), ...range },
    form: '/challenges/{challengeMusicId}/history',
    response: 'History',
    timeRange: ['from', 'until'],
  }),
  'public.watches': publicOperation({
    summary: 'Watched boards and their freshness.',
    parameters: {},
    form: '/watches',
    response: 'WatchList',
  }),
  'public.status': publicOperation({
    summary: 'Data collection over the last 7 days.',
    parameters: {},
    form: '/status',
    response: 'Status',
  }),
  'public.live': publicOperation({
    summary: 'Live stream of events (SSE).',
    parameters: {
      type: optional(list(choice(LIVE_TYPES), { min: 0, max: LIVE_TYPES.length })),
      board: optional(list(board, { min: 0, max: 100 })),
      after: optional(int64),
    },
    form: '/live',
    response: 'text/event-stream',
  }),
  'public.feed.events.atom': publicOperation({
    summary: 'Feed of events, as Atom.',
    parameters: feedParameters,
    form: '/feeds/events.atom',
    response: 'application/atom+xml',
  }),
  'public.feed.events.json': publicOperation({
    summary: 'Feed of events, as JSON Feed.',
    parameters: feedParameters,
    form: '/feeds/events.json',
    response: 'application/feed+json',
  }),
  'public.feed.events.calendar': publicOperation({
    summary: 'Calendar of events, to subscribe to.',
    parameters: { ...feedParameters, alarm: withDefault(choice(ALARMS), 'none') },
    form: '/feeds/events.ics',
    response: 'text/calendar',
  }),
  'public.feed.announcements.atom': publicOperation({
    summary: 'Feed of announcements, as Atom.',
    parameters: announcementFeedParameters,
    form: '/feeds/announcements.atom',
    response: 'application/atom+xml',
  }),
  'public.feed.announcements.json': publicOperation({
    summary: 'Feed of announcements, as JSON Feed.',
    parameters: announcementFeedParameters,
    form: '/feeds/announcements.json',
    response: 'application/feed+json',
  }),
  'public.exports.list': publicOperation({
    summary: 'Daily export files.',
    parameters: {},
    form: '/exports',
    response: 'ExportList',
  }),
  'public.exports.file': publicOperation({
    summary: 'Content of a daily export file.',
    parameters: { file: required(text) },
    form: '/exports/{file}',
    response: 'application/gzip',
  }),
} as const

/** The operations that answer with a chart. */
export type ChartOperationId = Extract<PublicOperationId, `public.${string}.chart.${string}`>

/** The operations that answer with a feed or a calendar. */
export type FeedOperationId = Extract<PublicOperationId, `public.feed.${string}`>

/** The id of one public operation. Metrics and usage counts use it as a label. */
export type PublicOperationId = keyof typeof PUBLIC_OPERATIONS

/** Every public operation id, in the order of the table. */
export const PUBLIC_OPERATION_IDS = Object.keys(PUBLIC_OPERATIONS) as PublicOperationId[]

/** The typed arguments of the public operation `Id`. */
export type PublicArguments<Id extends PublicOperationId> = ArgumentsOf<
  (typeof PUBLIC_OPERATIONS)[Id]
>
