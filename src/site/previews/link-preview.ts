import { CHART_SIZE, roundSize, CHART_THEMES } from '../../history/charts/chart-choices.ts'
import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import type { RunReference } from '../../history/api/run-reference.ts'
import { isRegion, type Region } from '../../game/region.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { languageOrEnglish, type Language } from '../../platform/language.ts'

/** The chart of a link. */
export interface LinkPicture {
  /** Absolute. */
  readonly url: string
  /** In pixels; the chart itself may be larger with the same aspect ratio. */
  readonly width: number
  readonly height: number
}

/** The preview of a tracker link. */
export interface LinkPreview {
  readonly language: Language
  readonly title: string
  readonly description: string
  /** The canonical link, with known parameters only. */
  readonly url: string
  /** `undefined` for the boards of songs if the link names none. */
  readonly picture: LinkPicture | undefined
}

/** Options of {@link linkPreview}. */
export interface LinkPreviewOptions {
  /** The public origin, without a trailing slash. */
  readonly origin: string
  readonly nowMs: number
  /**
   * Whether the run that {@link namedRun} finds in the link exists. If not, the chart is that of
   * the newest run, which the page shows as well.
   */
  readonly hasNamedRun: boolean
  /** Maximum chart size in pixels, at least 1. */
  readonly widthMax?: number
  readonly heightMax?: number
}

const ID = /^[1-9][0-9]{0,17}$/
const TIME = /^[0-9]{1,15}$/
const RANK = /^[1-9][0-9]{0,8}$/
const RANKS_MAX = 20
const RANGES: Readonly<Record<string, number>> = { '24h': DAY_MS, '3d': 3 * DAY_MS }

/** Returns the run that a tracker link names, if its preview has a chart. */
export function namedRun(query: URLSearchParams): RunReference | undefined {
  const id = matching(query.get('event'), ID)
  const startsAt = matching(query.get('startsAt'), TIME)
  if (id === undefined || startsAt === undefined || !showsEvents(query)) return undefined
  return { region: regionOf(query), id, startsAtMs: Number(startsAt) }
}

/**
 * Parses a tracker link into its preview. Ignores values that the tracker does not write, so that
 * no foreign text is in a preview.
 */
export function linkPreview(query: URLSearchParams, settings: LinkPreviewOptions): LinkPreview {
  const { origin } = settings
  const region = regionOf(query)
  const language = languageOrEnglish(query.get('lang'))
  const labels = LINK_LABELS[language]
  const event = matching(query.get('event'), ID)
  const known = new URLSearchParams()
  for (const name of ['region', 'event', 'startsAt', 'ranks', 'range', 'from', 'until', 'lang']) {
    const value = query.get(name)
    if (value !== null && /^[A-Za-z0-9,-]{1,200}$/.test(value)) known.set(name, value)
  }
  const isEvent = showsEvents(query)
  const board = matching(query.get('board'), ID)
  if (!isEvent) {
    known.set('tab', songsOf(query))
    if (board !== undefined) known.set('board', board)
  }
  const events = `events/${event ?? 'current'}`
  const songs = board && `${{ music: 'music', challenge: 'challenges' }[songsOf(query)]}/${board}`
  const path = isEvent ? events : songs
  return {
    language,
    title: `${labels.event(isEvent ? event : undefined, region.toUpperCase())} · Backline`,
    description: labels.description,
    url: `${origin}/${known.size === 0 ? '' : `?${known.toString()}`}`,
    picture:
      path === undefined
        ? undefined
        : picture(query, { ...settings, path: `${region}/${path}`, language }),
  }
}

function picture(
  query: URLSearchParams,
  options: LinkPreviewOptions & {
    /** The path of the board below the prefix. */
    readonly path: string
    readonly language: Language
  },
): LinkPicture {
  const { origin, nowMs, path, language, hasNamedRun } = options
  const chart = new URLSearchParams()
  const ranks = (query.get('ranks') ?? '').split(',').filter((one) => RANK.test(one))
  for (const rank of [...new Set(ranks)].slice(0, RANKS_MAX)) chart.append('ranks', rank)
  const run = namedRun(query)
  if (run !== undefined && hasNamedRun) chart.set('startsAt', String(run.startsAtMs))
  // A range of an unknown run is not one of the newest run.
  const isOfRun = run === undefined || hasNamedRun
  const [from, until] = ['from', 'until'].map((name) =>
    isOfRun ? matching(query.get(name), TIME) : undefined,
  )
  const range = RANGES[matching(query.get('range'), /^(?:24h|3d)$/) ?? '']
  if (from !== undefined && until !== undefined) {
    if (Number(from) < Number(until)) {
      chart.set('from', from)
      chart.set('until', until)
    }
  } else if (range !== undefined) {
    // Rounded to the hour: a distinct chart per request would be drawn per request.
    chart.set('from', String(Math.floor((nowMs - range) / HOUR_MS) * HOUR_MS))
  }
  const theme = CHART_THEMES.find((one) => one === query.get('theme'))
  if (theme !== undefined && theme !== 'light') chart.set('theme', theme)
  if (language !== 'en') chart.set('language', language)
  const { width, height, drawn } = sizes(options)
  if (drawn.width !== CHART_SIZE.width.default) {
    chart.set('width', String(drawn.width))
    chart.set('height', String(drawn.height))
  }
  const url = `${origin}${PUBLIC_PREFIX}${path}/chart.png`
  return { url: `${url}${chart.size === 0 ? '' : `?${chart.toString()}`}`, width, height }
}

/**
 * Returns the default aspect ratio at the largest allowed size; `drawn` is the size on the chart's
 * grid, larger if the allowed one is below the minimum.
 */
function sizes({ widthMax = Infinity, heightMax = Infinity }: LinkPreviewOptions): {
  readonly width: number
  readonly height: number
  readonly drawn: { readonly width: number; readonly height: number }
} {
  const standard = { width: CHART_SIZE.width.default, height: CHART_SIZE.height.default }
  const scale = Math.min(1, widthMax / standard.width, heightMax / standard.height)
  const scaleMin = Math.max(
    (CHART_SIZE.width.min + 1) / standard.width,
    (CHART_SIZE.height.min + 1) / standard.height,
  )
  const drawnScale = Math.max(scale, scaleMin)
  const drawn = roundSize({
    width: standard.width * drawnScale,
    height: standard.height * drawnScale,
  })
  const shown = Math.min(1, widthMax / drawn.width, heightMax / drawn.height)
  return {
    width: Math.max(1, Math.floor(drawn.width * shown)),
    height: Math.max(1, Math.floor(drawn.height * shown)),
    drawn,
  }
}

function regionOf(query: URLSearchParams): Region {
  const given = query.get('region') ?? ''
  return isRegion(given) ? given : 'jp'
}

function showsEvents(query: URLSearchParams): boolean {
  return ['', 'event'].includes(query.get('tab') ?? '')
}

/** Returns the kind of the songs that a link shows. */
function songsOf(query: URLSearchParams): 'music' | 'challenge' {
  return query.get('tab') === 'music' ? 'music' : 'challenge'
}

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined
}

/** The texts of a link preview in one language. */
interface LinkLabels {
  /** The title of a link to an event, or to the running one. */
  event(id: string | undefined, region: string): string
  readonly description: string
}

/** The texts of each language. A missing one does not compile. */
const LINK_LABELS: Readonly<Record<Language, LinkLabels>> = {
  en: {
    event: (id, region) =>
      id === undefined ? `Event cutoffs (${region})` : `Event ${id} cutoffs (${region})`,
    description: 'Points of ranks over time, with every gap shown.',
  },
  ja: {
    event: (id, region) =>
      id === undefined ? `イベントボーダー（${region}）` : `イベント ${id} のボーダー（${region}）`,
    description: '順位ごとのポイントの推移。取得できなかった時間もそのまま示します。',
  },
  'zh-Hant': {
    event: (id, region) =>
      id === undefined ? `活動分數線（${region}）` : `活動 ${id} 分數線（${region}）`,
    description: '各名次的分數變化，缺少資料的時段也如實標示。',
  },
  'zh-Hans': {
    event: (id, region) =>
      id === undefined ? `活动分数线（${region}）` : `活动 ${id} 分数线（${region}）`,
    description: '各名次的分数变化，缺少数据的时段也如实标示。',
  },
  ko: {
    event: (id, region) =>
      id === undefined ? `이벤트 컷 (${region})` : `이벤트 ${id} 컷 (${region})`,
    description: '순위별 점수 변화. 수집하지 못한 시간도 그대로 표시합니다.',
  },
}
