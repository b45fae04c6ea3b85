import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { isRegion, type Region } from '../../shared/i18n/regions.ts'
import { THEMES, type Theme } from '../../shared/i18n/theme.ts'
import { lostParts, type LostPart } from './lost-parts.ts'

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
  /** Whether the chart shows where the ranks are predicted to end. */
  readonly prediction: boolean
  /** The rank that the chart shows alone; default: all of `ranks`. */
  readonly rank?: number
  /** Runs to compare with, as `region:id@start`; at most {@link WITH_MAX}. */
  readonly with: readonly string[]
  readonly tab: Tab
  /** Id of the song or challenge song; default: the first watched one. */
  readonly board?: string
  /** The moment that the ladder shows, in Unix ms; default: the newest snapshot. */
  readonly at?: number
  /** Account id of the player whose page is shown; needs an `event`. */
  readonly player?: string
  /** Language of the link; default: that of the preferences or the browser. */
  readonly lang?: Language
  /** Theme of the link; default: that of the preferences. */
  readonly theme?: Theme
  /** The event that the reader saw last, for a link to nothing in particular. */
  readonly lastEvent?: string
  /** Parts of the link that could not be followed; absent without any. */
  readonly lost?: readonly LostPart[]
}

/** Where the reader was. */
export interface RememberedPlace {
  readonly region?: Region | undefined
  /** Id of the last event. */
  readonly event?: string | undefined
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
  prediction: true,
  with: [],
  tab: 'event',
}

const ID = /^[1-9][0-9]{0,18}$/
/** Parameters of a link that shows something in particular. */
const PLACES = [
  'region',
  'event',
  'startsAt',
  'ranks',
  'from',
  'with',
  'tab',
  'board',
  'at',
] as const
/** An account id: text without control characters. */
const PLAYER = /^[^\p{Cc}]{1,256}$/u
const RUN = /^(?:tw|jp|en|kr):[1-9][0-9]{0,18}(?:@[0-9]{1,15})?$/

/**
 * Parses the query of a link. Leaves out invalid parts and names them in `lost`, so that a damaged
 * link still shows something. A link that shows nothing in particular shows the remembered place.
 */
export function readView(search: string, remembered?: RememberedPlace): View {
  const query = new URLSearchParams(search)
  const view = parseView(query, remembered)
  const lost = lostParts(query, view, new URLSearchParams(writeView(view)))
  return lost.length === 0 ? view : { ...view, lost }
}

function parseView(all: URLSearchParams, remembered: RememberedPlace | undefined): View {
  const isPlain = PLACES.every((name) => !all.has(name))
  const region = all.get('region') ?? ''
  // In another region, the ids and times of an unknown one would name something else.
  const query = region === '' || isRegion(region) ? all : withoutPlaces(all)
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'event'
  const [event, board] = [idOf(query.get('event')), idOf(query.get('board'))]
  const [startsAt, at] = [timeOf(query.get('startsAt')), timeOf(query.get('at'))]
  const lang = query.get('lang') ?? ''
  const theme = THEMES.find((one) => one === query.get('theme'))
  const [rank] = ranksOf(query.get('rank') ?? '')
  const player = query.get('player') ?? ''
  const hasPlayer = tab === 'event' && event !== undefined && PLAYER.test(player)
  return {
    region: isRegion(region)
      ? region
      : ((isPlain ? remembered?.region : undefined) ?? START_VIEW.region),
    ...(isPlain && remembered?.event !== undefined && { lastEvent: remembered.event }),
    ...(event !== undefined && { event }),
    ...(startsAt !== undefined && { startsAt }),
    ranks: ranksOf(query.get('ranks') ?? ''),
    range: rangeOf(query),
    metric: METRICS.find((one) => one === query.get('show')) ?? 'points',
    scale: query.get('scale') === 'log' ? 'log' : 'linear',
    prediction: query.get('prediction') !== '0',
    ...(rank !== undefined && { rank }),
    with: [...new Set(query.getAll('with'))].filter((one) => RUN.test(one)).slice(0, WITH_MAX),
    tab,
    ...(board !== undefined && { board }),
    ...(at !== undefined && { at }),
    ...(hasPlayer && { player }),
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
  put('prediction', view.prediction ? undefined : '0')
  put('rank', view.rank)
  for (const run of view.with) put('with', run)
  put('tab', view.tab, START_VIEW.tab)
  put('board', view.board)
  put('at', view.at)
  put('player', view.player)
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

/** Returns a query without what names something in a region. */
function withoutPlaces(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of ['event', 'startsAt', 'from', 'until', 'board', 'at', 'player']) {
    rest.delete(name)
  }
  return rest
}

/** Returns the view with a moment of the ladder, or with the newest snapshot. */
export function momentView(view: View, atMs: number | undefined): View {
  if (atMs !== undefined) return { ...view, at: atMs }
  const { at: _, ...rest } = view
  return rest
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
