import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { isRegion, type Region } from '../../shared/i18n/regions.ts'
import { THEMES, type Theme } from '../../shared/i18n/theme.ts'

/** Kinds of boards. */
export const TABS = ['event', 'music', 'challenge'] as const

/** One of {@link TABS}. */
export type Tab = (typeof TABS)[number]

/** Visible part of the chart: all, the last hours, or between two times in Unix ms. */
export type Range = 'all' | '24h' | '3d' | { readonly from: number; readonly until: number }

/** What the chart shows: points, or points per hour. */
export const METRICS = ['points', 'speed'] as const

/** One of {@link METRICS}. */
export type Metric = (typeof METRICS)[number]

/** State of the page that a link contains. */
export interface View {
  readonly region: Region
  /** Id of the event; default: the running one. */
  readonly event?: string
  /** Start of the run in Unix ms; default: the newest run. */
  readonly startsAt?: number
  /** Ascending, unique, at most {@link RANKS_MAX}; empty: the default ranks. */
  readonly ranks: readonly number[]
  readonly range: Range
  readonly metric: Metric
  readonly scale: 'linear' | 'log'
  /** The rank that the chart shows alone; default: all of `ranks`. */
  readonly rank?: number
  /** Runs to compare with, as `region:id@start`; at most {@link WITH_MAX}. */
  readonly with: readonly string[]
  readonly tab: Tab
  /** Id of the song or challenge song; default: the first watched one. */
  readonly board?: string
  /** Language of the link; default: that of the preferences or the browser. */
  readonly lang?: Language
  /** Theme of the link; default: that of the preferences. */
  readonly theme?: Theme
}

/** Maximum number of lines that can be told apart. */
export const RANKS_MAX = 8

/** Maximum number of runs to compare with. */
export const WITH_MAX = 3

/** The default view. */
export const START_VIEW: View = {
  region: 'jp',
  ranks: [],
  range: 'all',
  metric: 'points',
  scale: 'linear',
  with: [],
  tab: 'event',
}

const ID = /^[1-9][0-9]{0,18}$/
/** Parameters of a link that shows something in particular. */
const PLACES = ['region', 'event', 'startsAt', 'ranks', 'from', 'with', 'tab', 'board'] as const
const RUN = /^(?:tw|jp|en|kr):[1-9][0-9]{0,18}(?:@[0-9]{1,15})?$/

/**
 * Parses the query of a link. Ignores invalid parts, so that a damaged link still shows something.
 * A link that shows nothing in particular shows the remembered region.
 */
export function readView(search: string, remembered?: Region): View {
  const query = new URLSearchParams(search)
  const isPlain = PLACES.every((name) => !query.has(name))
  const region = query.get('region') ?? ''
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'event'
  const [event, board] = [idOf(query.get('event')), idOf(query.get('board'))]
  const startsAt = timeOf(query.get('startsAt'))
  const lang = query.get('lang') ?? ''
  const theme = THEMES.find((one) => one === query.get('theme'))
  const [rank] = ranksOf(query.get('rank') ?? '')
  return {
    region: isRegion(region) ? region : ((isPlain ? remembered : undefined) ?? START_VIEW.region),
    ...(event !== undefined && { event }),
    ...(startsAt !== undefined && { startsAt }),
    ranks: ranksOf(query.get('ranks') ?? ''),
    range: rangeOf(query),
    metric: METRICS.find((one) => one === query.get('show')) ?? 'points',
    scale: query.get('scale') === 'log' ? 'log' : 'linear',
    ...(rank !== undefined && { rank }),
    with: [...new Set(query.getAll('with'))].filter((one) => RUN.test(one)).slice(0, WITH_MAX),
    tab,
    ...(board !== undefined && { board }),
    ...(isLanguage(lang) && { lang }),
    ...(theme !== undefined && { theme }),
  }
}

/** Returns the query of a link with its question mark, or an empty string for the default view. */
export function writeView(view: View): string {
  const query = new URLSearchParams()
  const put = (name: string, value: string | number | undefined, usual?: string) => {
    if (value !== undefined && value !== usual) query.append(name, String(value))
  }
  put('event', view.event)
  put('startsAt', view.startsAt)
  put('ranks', view.ranks.length === 0 ? undefined : view.ranks.join(','))
  if (typeof view.range === 'string') put('range', view.range, 'all')
  else {
    put('from', view.range.from)
    put('until', view.range.until)
  }
  put('show', view.metric, START_VIEW.metric)
  put('scale', view.scale, START_VIEW.scale)
  put('rank', view.rank)
  for (const run of view.with) put('with', run)
  put('tab', view.tab, START_VIEW.tab)
  put('board', view.board)
  put('lang', view.lang)
  put('theme', view.theme)
  // A link that says anything says where, whatever its reader remembers.
  if (query.size === 0 && view.region === START_VIEW.region) return ''
  const text = new URLSearchParams([['region', view.region], ...query]).toString()
  return `?${text.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%40', '@')}`
}

/** Returns the view with the zoomed part of the chart as its range, in whole ms. */
export function zoomedView(
  view: View,
  zoom: { readonly fromMs: number; readonly untilMs: number } | undefined,
): View {
  if (zoom === undefined) return view
  const [from, until] = [Math.floor(zoom.fromMs), Math.ceil(zoom.untilMs)]
  return { ...view, range: { from, until } }
}

function idOf(text: string | null): string | undefined {
  return text !== null && ID.test(text) ? text : undefined
}

function timeOf(text: string | null): number | undefined {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

function ranksOf(text: string): readonly number[] {
  const ranks = text.split(',').filter((part) => /^[1-9][0-9]{0,8}$/.test(part))
  return [...new Set(ranks.map(Number))].toSorted((one, other) => one - other).slice(0, RANKS_MAX)
}

function rangeOf(query: URLSearchParams): Range {
  const [from, until] = [timeOf(query.get('from')), timeOf(query.get('until'))]
  if (from !== undefined && until !== undefined && from < until) return { from, until }
  const range = query.get('range')
  return range === '24h' || range === '3d' ? range : 'all'
}
