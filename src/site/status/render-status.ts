import type { Freshness, PublicEnvelope, PublicPart } from '../../history/api/public-messages.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { html, type Html, type Part } from '../html.ts'
import { PORTAL_NAMES } from '../portal-names.ts'
import { STATUS_MESSAGES } from './status-messages.ts'
import { LANGUAGES, languageOrEnglish, type Language } from '../../platform/language.ts'
import type { StatusMessages } from './status-language.ts'

/** The content of the status page. */
export interface StatusPage {
  /** The requested language; an unknown one means English. */
  readonly language: string | undefined
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The status of each region; `undefined` if it cannot be read now. */
  readonly regions: ReadonlyMap<Region, PublicEnvelope<'Status'> | undefined>
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/** Formatters of the page. */
interface Pen {
  readonly words: StatusMessages
  readonly nowMs: number
  readonly number: (value: number) => string
  /** Formats a time with its day, in UTC. Accepts Unix ms as a number or string. */
  readonly time: (ms: number | string) => Html
  readonly ago: (ms: string) => string
}

/** The states of a board that is being polled. */
const POLLED: ReadonlySet<Freshness> = new Set(['fresh', 'late', 'gap'])

const HOUR_S = 3_600
const DAY_S = 86_400

/**
 * Renders the status page: plain HTML without scripts. It does not reload itself, which would close
 * opened sections and interrupt screen readers.
 */
export function renderStatus({ language: requested, nowMs, regions, portal }: StatusPage): string {
  const language = languageOrEnglish(requested)
  const pen = createPen(language, nowMs)
  const { words } = pen
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${words.lead}" />
        <title>${words.title} · Backline</title>
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/tokens.css" />
        <link rel="stylesheet" href="/docs/assets/status.css" />
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header>
          <a class="brand" href="/">Backline</a>
          <nav>
            <a href="/">${words.tracker}</a>
            <a href="/docs">${words.documents}</a>
            ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES[language]}</a>`}
          </nav>
          <nav class="languages" aria-label="${words.languages}">
            ${LANGUAGES.map((one) => linkTo(one, language))}
          </nav>
        </header>
        <main id="content">
          <h1>${words.title}</h1>
          <p>${words.lead}</p>
          <p>${fill(words.at, { time: pen.time(nowMs) })}</p>
          ${REGIONS.map((region) => renderRegion(pen, region, regions.get(region)))}
        </main>
      </body>
    </html> `.text
}

function linkTo(one: Language, current: Language): Html {
  const { language } = STATUS_MESSAGES[one]
  return one === current
    ? html`<a href="/status?lang=${one}" lang="${one}" aria-current="true">${language}</a> `
    : html`<a href="/status?lang=${one}" lang="${one}" hreflang="${one}">${language}</a> `
}

function renderRegion(
  pen: Pen,
  region: Region,
  status: PublicEnvelope<'Status'> | undefined,
): Html {
  const { words, number } = pen
  const id = `region-${region}`
  const head = html`<h2 id="${id}">${region.toUpperCase()}</h2> `
  if (status === undefined)
    return html`<section aria-labelledby="${id}">
      ${head}
      <p class="bad">${words.away}</p>
    </section> `
  const { watches = [], gatewayCalls = {} } = status
  // Ended, waiting and paused boards are not expected to be fresh.
  const open = watches.filter(({ freshness = 'fresh' }) => POLLED.has(freshness))
  const fresh = open.filter(({ freshness }) => freshness === 'fresh').length
  return html`<section aria-labelledby="${id}">
    ${head}
    <p class="${fresh === open.length ? 'good' : 'bad'}">
      ${
        open.length === 0
          ? words.nothing
          : fill(words.summary, { fresh: number(fresh), all: number(open.length) })
      }
    </p>
    ${watches.length > 0 && renderWatches(pen, id, watches)} ${renderCalls(pen, gatewayCalls)}
  </section> `
}

function renderWatches(
  pen: Pen,
  label: string,
  watches: readonly PublicPart['WatchStatus'][],
): Html {
  const { words } = pen
  return html`<div class="scroll" role="region" aria-labelledby="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.board}</th>
          <th scope="col">${words.state}</th>
          <th scope="col">${words.last}</th>
          <th scope="col">${words.failed}</th>
        </tr>
      </thead>
      <tbody>
        ${watches.map((watch) => renderWatch(pen, watch))}
      </tbody>
    </table>
  </div> `
}

function renderWatch(pen: Pen, watch: PublicPart['WatchStatus']): Html {
  const { words, number, time, ago } = pen
  const { kind = 'event', id = '0', freshness = 'fresh', lastSnapshotAt = '0' } = watch
  const { failures = 0, readings = 0, gaps = [] } = watch
  return html`<tr>
      <th scope="row">${fill(words.kinds[kind], { id })}</th>
      <td><span class="state ${freshness}">${words.freshness[freshness]}</span></td>
      <td>
        ${
          lastSnapshotAt === '0'
            ? words.never
            : html`${ago(lastSnapshotAt)} <small>${time(lastSnapshotAt)}</small>`
        }
      </td>
      <td data-name="${words.failed}">
        ${fill(words.failedOf, { failures: number(failures), readings: number(readings) })}
      </td>
    </tr>
    ${
      gaps.length > 0 &&
      html`<tr class="gaps">
        <td colspan="4">
          <details>
            <summary>${words.gaps}: ${number(gaps.length)}</summary>
            <ul>
              ${gaps.map((gap) => html`<li>${sayGap(pen, gap)}</li>`)}
            </ul>
          </details>
        </td>
      </tr> `
    }`
}

function sayGap({ words, time, number }: Pen, gap: PublicPart['Gap']): Part {
  const { from = '0', until = '0', reason = 'maintenance', failures = 0 } = gap
  return fill(words.gap, {
    from: time(from),
    until: until === '0' ? words.lasting : time(until),
    reason: words.reasons[reason],
    failures: number(failures),
  })
}

function renderCalls(pen: Pen, calls: PublicPart['GatewayCalls']): Html {
  const { words, number, time } = pen
  const { since = '0', outcomes = [] } = calls
  const name = (outcome: string): Part =>
    outcome in words.outcomes
      ? words.outcomes[outcome as keyof StatusMessages['outcomes']]
      : html`<code>${outcome}</code>`
  return html`<h3>${words.calls}</h3>
    <p>${fill(words.callsSince, { since: time(since) })}</p>
    ${
      outcomes.length === 0
        ? html`<p>${words.noCalls}</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">${words.outcome}</th>
                <th scope="col">${words.count}</th>
              </tr>
            </thead>
            <tbody>
              ${outcomes.map(
                ({ outcome = '', calls: count = 0 }) =>
                  html`<tr>
                    <th scope="row">${name(outcome)}</th>
                    <td>${number(count)}</td>
                  </tr> `,
              )}
            </tbody>
          </table>`
    }`
}

function createPen(language: Language, nowMs: number): Pen {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const numbers = new Intl.NumberFormat(language)
  return {
    words: STATUS_MESSAGES[language],
    nowMs,
    number: (value) => numbers.format(value),
    time: (ms) => {
      const date = new Date(Number(ms))
      return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`
    },
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
function fill(text: string, values: Readonly<Record<string, Part>>): Part {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : values[part]))
}
