import {
  CHART_LANGUAGES,
  CHART_SIZE,
  CHART_THEMES,
  type ChartLanguage,
} from '../contract/public/chart-choices.ts'
import { PUBLIC_PREFIX } from '../contract/public/public-prefix.ts'
import { isRegion, type Region } from '../domain/region.ts'
import { DAY_MS, HOUR_MS } from '../domain/time-units.ts'
import { LINK_WORDS } from './link-words.ts'

/** The picture of a link. */
export interface LinkPicture {
  /** Absolute. */
  readonly url: string
  /** In pixels; the picture may be larger in the same shape. */
  readonly width: number
  readonly height: number
}

/** What is shown of a link to the tracker where it is pasted. */
export interface LinkPreview {
  readonly language: ChartLanguage
  readonly title: string
  readonly description: string
  /** The link itself, with nothing in it but what the tracker knows. */
  readonly url: string
  /** `undefined` for boards of songs, of which there are no pictures. */
  readonly picture: LinkPicture | undefined
}

/** What a preview is made with. */
export interface LinkPreviewSettings {
  /** The origin that clients see, without a slash at its end. */
  readonly origin: string
  readonly nowMs: number
  /** The most that the picture may measure, in pixels; at least 1 each. */
  readonly widthMax?: number
  readonly heightMax?: number
}

const ID = /^[1-9][0-9]{0,17}$/
const TIME = /^[0-9]{1,15}$/
const RANK = /^[1-9][0-9]{0,8}$/
const RANKS_MAX = 20
const RANGES: Readonly<Record<string, number>> = { '24h': DAY_MS, '3d': 3 * DAY_MS }

/**
 * Reads what a link to the tracker shows. Whatever in it is not what the tracker would have written is left out, so nothing of
 * anybody else's stands in a preview.
 */
export function linkPreview(query: URLSearchParams, settings: LinkPreviewSettings): LinkPreview {
  const { origin } = settings
  const given = query.get('region') ?? ''
  const region: Region = isRegion(given) ? given : 'jp'
  const language = CHART_LANGUAGES.find((one) => one === query.get('lang')) ?? 'en'
  const words = LINK_WORDS[language]
  const event = matching(query.get('event'), ID)
  const known = new URLSearchParams()
  for (const name of ['region', 'event', 'startsAt', 'ranks', 'range', 'from', 'until', 'lang']) {
    const value = query.get(name)
    if (value !== null && /^[A-Za-z0-9,-]{1,200}$/.test(value)) known.set(name, value)
  }
  const isEvent = ['', 'event'].includes(query.get('tab') ?? '')
  if (!isEvent) known.set('tab', query.get('tab') === 'music' ? 'music' : 'challenge')
  return {
    language,
    title: `${words.event(isEvent ? event : undefined, region.toUpperCase())} · Backline`,
    description: words.description,
    url: `${origin}/${known.size === 0 ? '' : `?${known.toString()}`}`,
    picture: isEvent ? picture(query, { ...settings, region, event, language }) : undefined,
  }
}

function picture(
  query: URLSearchParams,
  asked: LinkPreviewSettings & {
    readonly region: Region
    readonly event: string | undefined
    readonly language: ChartLanguage
  },
): LinkPicture {
  const { origin, nowMs, region, event, language } = asked
  const chart = new URLSearchParams()
  const ranks = (query.get('ranks') ?? '').split(',').filter((one) => RANK.test(one))
  for (const rank of [...new Set(ranks)].slice(0, RANKS_MAX)) chart.append('ranks', rank)
  const startsAt = matching(query.get('startsAt'), TIME)
  if (event !== undefined && startsAt !== undefined) chart.set('startsAt', startsAt)
  const [from, until] = ['from', 'until'].map((name) => matching(query.get(name), TIME))
  const range = RANGES[matching(query.get('range'), /^(?:24h|3d)$/) ?? '']
  if (from !== undefined && until !== undefined) {
    if (Number(from) < Number(until)) {
      chart.set('from', from)
      chart.set('until', until)
    }
  } else if (range !== undefined) {
    // A picture of its own for every request would be drawn for every request.
    chart.set('from', String(Math.floor((nowMs - range) / HOUR_MS) * HOUR_MS))
  }
  const theme = CHART_THEMES.find((one) => one === query.get('theme'))
  if (theme !== undefined && theme !== 'light') chart.set('theme', theme)
  if (language !== 'en') chart.set('language', language)
  const { width, height, drawn } = sizes(asked)
  if (drawn.width !== CHART_SIZE.width.usual) {
    chart.set('width', String(drawn.width))
    chart.set('height', String(drawn.height))
  }
  const path = `${PUBLIC_PREFIX}${region}/events/${event ?? 'current'}/chart.png`
  return { url: `${origin}${path}${chart.size === 0 ? '' : `?${chart.toString()}`}`, width, height }
}

/** The usual shape, as large as it may be; it is drawn larger where nothing so small is drawn. */
function sizes({ widthMax = Infinity, heightMax = Infinity }: LinkPreviewSettings): {
  readonly width: number
  readonly height: number
  readonly drawn: { readonly width: number; readonly height: number }
} {
  const usual = { width: CHART_SIZE.width.usual, height: CHART_SIZE.height.usual }
  const scale = Math.min(1, widthMax / usual.width, heightMax / usual.height)
  const scaled = (by: number) => ({
    width: Math.max(1, Math.floor(usual.width * by)),
    height: Math.max(1, Math.floor(usual.height * by)),
  })
  const least = Math.max(
    (CHART_SIZE.width.min + 1) / usual.width,
    (CHART_SIZE.height.min + 1) / usual.height,
  )
  return { ...scaled(scale), drawn: scaled(Math.max(scale, least)) }
}

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined
}
