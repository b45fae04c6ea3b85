import type { Language } from '../../platform/language.ts'
import { MESSAGE_TYPES, type MessageType } from '../conditions/condition.ts'
import type { MessageContent } from '../webhook.ts'
import { CHAT_TEXTS, type ChatTexts } from './chat-texts.ts'

/** A message as chat services show it. */
export interface ChatMessage {
  readonly title: string
  readonly lines: readonly string[]
  /** Page of the event; `undefined` where the server's own address is not configured. */
  readonly url: string | undefined
  /** Chart image of the event, likewise. */
  readonly imageUrl: string | undefined
  /** ISO 8601. */
  readonly timestamp: string
}

/** Cutoffs in one message. */
const CUTOFFS_MAX = 15

/** Types of messages whose event has points to draw. */
const WITH_CHART: ReadonlySet<string> = new Set<MessageType>([
  'event.ending',
  'event.ended',
  'cutoff.passed',
  'speed.passed',
  'prediction.moved',
])

/** The fields of messages that chat messages show. */
interface Data {
  readonly region?: string
  readonly event?: {
    readonly id: string
    readonly name?: string
    readonly startsAt: string
    readonly endsAt: string
  }
  readonly boards?: readonly { readonly kind: string; readonly id: string }[]
  readonly cutoffs?: readonly { readonly rank: number; readonly points: number }[]
  readonly announcement?: { readonly title: string }
  readonly [field: string]: unknown
}

/**
 * Creates the chat message of a webhook message in a language. `publicUrl` is the origin of the
 * server, or empty.
 */
export function createChatMessage(
  { type, timestamp, data: fields }: MessageContent,
  language: Language,
  publicUrl: string,
): ChatMessage {
  const texts = CHAT_TEXTS[language]
  const data = fields as Data
  const known = MESSAGE_TYPES.find((one) => one === type)
  const values = placeholderValues(data, language)
  return {
    title: known === undefined ? type : fill(texts.titles[known], values),
    lines: linesOf(known, data, values, texts),
    url: data.event && publicUrl !== '' ? eventUrl(data, publicUrl) : undefined,
    imageUrl:
      data.event && publicUrl !== '' && WITH_CHART.has(type)
        ? chartUrl(data, language, publicUrl, timestamp)
        : undefined,
    timestamp,
  }
}

type Values = Readonly<Record<string, string>>

function placeholderValues(data: Data, language: Language): Values {
  const numbers = new Intl.NumberFormat(language)
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'number') values[name] = numbers.format(value)
    if (typeof value === 'string') values[name] = value
  }
  const { event, boards = [], announcement } = data
  return {
    ...values,
    region: (data.region ?? '').toUpperCase(),
    name: event?.name ?? event?.id ?? '',
    start: minuteOf(event?.startsAt),
    end: minuteOf(event?.endsAt),
    title: announcement?.title ?? '',
    boards: boards.map(({ kind, id }) => `${kind} ${id}`).join(', '),
    time: minuteOf(values['fetchedAt'] ?? values['expiresAt']),
    speed: values['pointsPerHour'] ?? '',
    moved: `${Number(data['movedPercent']) > 0 ? '+' : ''}${values['movedPercent'] ?? ''}`,
    key: values['keyId'] ?? '',
  }
}

function linesOf(
  type: MessageType | undefined,
  { cutoffs = [] }: Data,
  values: Values,
  texts: ChatTexts,
): readonly string[] {
  switch (type) {
    case 'event.announced':
    case 'event.started':
    case 'event.ending':
      return [fill(texts.until, values)]
    case 'event.ended':
      return cutoffs
        .slice(0, CUTOFFS_MAX)
        .map(({ rank, points }) => `#${rank.toLocaleString('en')}  ${points.toLocaleString('en')}`)
    case 'cutoff.passed':
      return [fill(texts.reached, values)]
    case 'speed.passed':
      return [fill(texts.speed, values)]
    case 'prediction.moved':
      return [fill(texts.predicted, values)]
    case 'data.stale':
      return [fill(texts.stale, values)]
    case 'data.recovered':
      return [fill(texts.recovered, values)]
    case 'quota.used':
      return [fill(texts.quota, values)]
    case 'key.expiring':
      return [fill(texts.key, values)]
    case 'webhook.test':
      return [texts.test]
    default:
      return []
  }
}

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Formats Unix milliseconds as `2026-11-23 06:00`. */
function minuteOf(ms = ''): string {
  return ms === '' ? '' : new Date(Number(ms)).toISOString().slice(0, 16).replace('T', ' ')
}

function eventUrl({ region = '', event }: Data, publicUrl: string): string {
  const query = { region, event: event?.id ?? '', startsAt: event?.startsAt ?? '' }
  return `${publicUrl}/?${new URLSearchParams(query)}`
}

/**
 * Returns the URL of a chart. The end of its range makes it unique per message, because chat
 * services cache images by URL.
 */
function chartUrl(
  { region = '', event, rank }: Data,
  language: Language,
  publicUrl: string,
  timestamp: string,
): string {
  const [start, now] = [Number(event?.startsAt), Date.parse(timestamp)]
  const query = new URLSearchParams({
    ...(typeof rank === 'number' && { ranks: String(rank) }),
    startsAt: event?.startsAt ?? '',
    ...(now > start && { from: String(start), until: String(now) }),
    language,
  })
  return `${publicUrl}/api/public/v1/game/${region}/events/${event?.id}/chart.png?${query}`
}
