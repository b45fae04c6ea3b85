import { choice, int64, integer, list, rank, time, zone } from '../../api/parameter-kind.ts'
import { run } from '../../game/parameter-kinds.ts'
import { optional, required, withDefault } from '../../api/parameter.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { CHART_SIZE, CHART_THEMES, COMPARED_MAX, DEFAULT_ZONE } from '../charts/chart-choices.ts'
import { publicOperation } from './public-operation.ts'

const eventId = required(int64)
const chartParameters = {
  ranks: optional(list(rank, { min: 0, max: 20, order: 'ascending' })),
  from: optional(time),
  until: optional(time),
  width: withDefault(integer(CHART_SIZE.width.min, CHART_SIZE.width.max), CHART_SIZE.width.default),
  height: withDefault(
    integer(CHART_SIZE.height.min, CHART_SIZE.height.max),
    CHART_SIZE.height.default,
  ),
  theme: withDefault(choice(CHART_THEMES), 'light'),
  language: withDefault(choice(LANGUAGES), 'en'),
  zone: withDefault(zone, DEFAULT_ZONE),
}
const currentChartParameters = {
  ...chartParameters,
  prediction: optional(choice(['1'])),
  with: optional(list(run, { min: 0, max: COMPARED_MAX })),
}
const eventChartParameters = { eventId, startsAt: optional(time), ...currentChartParameters }

/** The public operations that answer with a chart. */
export const CHART_OPERATIONS = {
  'public.event.chart.png': publicOperation({
    summary: 'Chart of event cutoffs over time, as PNG.',
    parameters: eventChartParameters,
    form: '/events/{eventId}/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.event.chart.svg': publicOperation({
    summary: 'Chart of event cutoffs over time, as SVG.',
    parameters: eventChartParameters,
    form: '/events/{eventId}/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
  'public.current.chart.png': publicOperation({
    summary: 'Chart of the running event, as PNG.',
    parameters: currentChartParameters,
    form: '/events/current/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.current.chart.svg': publicOperation({
    summary: 'Chart of the running event, as SVG.',
    parameters: currentChartParameters,
    form: '/events/current/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
  'public.music.chart.png': publicOperation({
    summary: 'Chart of song board cutoffs over time, as PNG.',
    parameters: { musicId: required(int64), ...chartParameters },
    form: '/music/{musicId}/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.music.chart.svg': publicOperation({
    summary: 'Chart of song board cutoffs over time, as SVG.',
    parameters: { musicId: required(int64), ...chartParameters },
    form: '/music/{musicId}/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
  'public.challenge.chart.png': publicOperation({
    summary: 'Chart of challenge song cutoffs over time, as PNG.',
    parameters: { challengeMusicId: required(int64), ...chartParameters },
    form: '/challenges/{challengeMusicId}/chart.png',
    response: 'image/png',
    timeRange: ['from', 'until'],
  }),
  'public.challenge.chart.svg': publicOperation({
    summary: 'Chart of challenge song cutoffs over time, as SVG.',
    parameters: { challengeMusicId: required(int64), ...chartParameters },
    form: '/challenges/{challengeMusicId}/chart.svg',
    response: 'image/svg+xml',
    timeRange: ['from', 'until'],
  }),
} as const
