import type { Language } from '../../platform/language.ts'
import { html, type Html, type Part } from '../layout/html.ts'
import { OVERVIEW_MESSAGES, type OverviewMessages } from './overview-messages.ts'
import type { StatusMessages } from './status-language.ts'
import { STATUS_MESSAGES } from './status-messages.ts'

/** Texts and formatters of the page in one language. */
export interface StatusFormatter {
  readonly language: Language
  readonly messages: StatusMessages
  readonly overview: OverviewMessages
  /** Unix milliseconds. */
  readonly nowMs: number
  readonly number: (value: number) => string
  /** Formats a share from 0 to 1. */
  readonly percent: (share: number) => string
  readonly list: (items: readonly string[]) => string
  /** Formats a time with its day, in UTC. Accepts Unix ms as a number or string. */
  readonly time: (ms: number | string) => Html
  /** Formats a day in UTC; Unix ms. */
  readonly day: (ms: number) => string
  readonly ago: (ms: string) => string
}

const HOUR_S = 3_600
const DAY_S = 86_400

/** Creates the texts and formatters of a page that is rendered now. */
export function createStatusFormatter(language: Language, nowMs: number): StatusFormatter {
  const monthAndDay = { timeZone: 'UTC', month: 'short', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat(language, {
    ...monthAndDay,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const days = new Intl.DateTimeFormat(language, monthAndDay)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const numbers = new Intl.NumberFormat(language)
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const lists = new Intl.ListFormat(language)
  return {
    language,
    messages: STATUS_MESSAGES[language],
    overview: OVERVIEW_MESSAGES[language],
    nowMs,
    number: (value) => numbers.format(value),
    // Rounding up would hide a short outage.
    percent: (share) => percents.format(Math.floor(share * 10_000) / 10_000),
    list: (items) => lists.format(items),
    time: (ms) => {
      const date = new Date(Number(ms))
      return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`
    },
    day: (ms) => days.format(ms),
    ago: (ms) => {
      const seconds = Math.max(0, Math.round((nowMs - Number(ms)) / 1_000))
      if (seconds < 90) return relative.format(-seconds, 'second')
      if (seconds < 2 * HOUR_S) return relative.format(-Math.round(seconds / 60), 'minute')
      if (seconds < 2 * DAY_S) return relative.format(-Math.round(seconds / HOUR_S), 'hour')
      return relative.format(-Math.round(seconds / DAY_S), 'day')
    },
  }
}

/** Inserts values at the placeholders of a text, in the order of its language. */
export function fill(text: string, values: Readonly<Record<string, Part>>): Part {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : values[part]))
}
