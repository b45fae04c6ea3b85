import { isPolled } from '../../history/api/is-polled.ts'
import type { PublicEnvelope, PublicPart } from '../../history/api/public-messages.ts'
import type { Region } from '../../game/region.ts'
import { REGION_ORDER } from '../../game/region-order.ts'
import { html, type Html, type Part } from '../layout/html.ts'
import { renderSiteHeader } from '../layout/render-site-header.ts'
import { PORTAL_NAMES } from '../layout/portal-names.ts'
import { STATUS_MESSAGES } from './status-messages.ts'
import { LANGUAGES, languageOrEnglish, type Language } from '../../platform/language.ts'
import { renderOverview, renderPastIncidents, type Overview } from './render-overview.ts'
import type { StatusMessages } from './status-language.ts'
import { INCIDENT_FEEDS, INCIDENT_FORMATS, incidentFeedPath } from './status-feed.ts'
import { createStatusFormatter, fill, type StatusFormatter } from './status-formatter.ts'

/** The content of the status page. */
export interface StatusPage {
  /** The requested language; an unknown one means English. */
  readonly language: string | undefined
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The status of each region; `undefined` if it cannot be read now. */
  readonly regions: ReadonlyMap<Region, PublicEnvelope<'Status'> | undefined>
  /** The state of the service in all. */
  readonly overview: Overview
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/**
 * Renders the status page: complete without scripts. With one, it replaces its content by that of a
 * newer page.
 */
export function renderStatus(page: StatusPage): string {
  const { language: requested, nowMs, regions, overview, portal } = page
  const language = languageOrEnglish(requested)
  const formatter = createStatusFormatter(language, nowMs)
  const { messages } = formatter
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${messages.lead}" />
        <title>${messages.title} · Backline</title>
        ${INCIDENT_FORMATS.map(
          (format) =>
            html`<link
              rel="alternate"
              type="${INCIDENT_FEEDS[format].type}"
              href="${incidentFeedPath({ format, language, region: undefined })}"
              title="${fill(formatter.overview.incidentFeed, { format: INCIDENT_FEEDS[format].name })}"
            />`,
        )}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/status.css" />
        <script type="module" src="/docs/assets/preferences.js" blocking="render"></script>
        <script type="module" src="/docs/assets/status.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">${messages.skip}</a>
        ${renderSiteHeader(
          [
            { href: '/', name: messages.tracker },
            { href: '/docs', name: messages.documents },
            ...(portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES[language] }]),
          ],
          renderLanguages(language),
        )}
        <main id="content">
          <div class="page-head">
            <h1>${messages.title}</h1>
            <p class="quiet">${fill(messages.at, { time: formatter.time(nowMs) })}</p>
          </div>
          ${renderOverview(formatter, overview)}
          <p class="quiet">${messages.lead}</p>
          ${REGION_ORDER.map((region) => renderRegion(formatter, region, regions.get(region)))}
          ${renderPastIncidents(formatter, overview)}
        </main>
      </body>
    </html> `.text
}

/** Renders a button with a list of the languages, which works without scripts. */
function renderLanguages(language: Language): Html {
  const { languages, language: name } = STATUS_MESSAGES[language]
  return html`<button type="button" class="button plain language-button" popovertarget="languages">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18z"
        /></svg
      ><span class="spoken">${languages}: </span>${name}
    </button>
    <nav id="languages" class="languages menu-panel" popover aria-label="${languages}">
      ${LANGUAGES.map((one) => linkTo(one, language))}
    </nav>`
}

function linkTo(one: Language, current: Language): Html {
  const { language } = STATUS_MESSAGES[one]
  return one === current
    ? html`<a href="/status?lang=${one}" lang="${one}" aria-current="true">${language}</a> `
    : html`<a href="/status?lang=${one}" lang="${one}" hreflang="${one}">${language}</a> `
}

function renderRegion(
  formatter: StatusFormatter,
  region: Region,
  status: PublicEnvelope<'Status'> | undefined,
): Html {
  const { messages, number } = formatter
  const id = `region-${region}`
  const head = html`<h2 id="${id}">${region.toUpperCase()}</h2> `
  if (status === undefined)
    return html`<section aria-labelledby="${id}">
      ${head}
      <p class="bad">${messages.away}</p>
    </section> `
  const { watches = [], gatewayCalls = {} } = status
  // Ended, waiting and paused boards are not expected to be fresh.
  const open = watches.filter(({ freshness = 'fresh' }) => isPolled(freshness))
  const ended = watches.filter(({ freshness }) => freshness === 'ended')
  const current = watches.filter(({ freshness }) => freshness !== 'ended')
  const fresh = open.filter(({ freshness }) => freshness === 'fresh').length
  return html`<section aria-labelledby="${id}">
    ${head}
    <p class="${fresh === open.length ? 'good' : 'bad'}">
      ${
        open.length === 0
          ? messages.nothing
          : fill(messages.summary, { fresh: number(fresh), all: number(open.length) })
      }
    </p>
    ${current.length > 0 && renderWatches(formatter, id, current)}
    ${
      ended.length > 0 &&
      html`<details class="ended">
        <summary>${fill(formatter.overview.ended, { count: number(ended.length) })}</summary>
        ${renderWatches(formatter, id, ended)}
      </details> `
    }
    ${renderCalls(formatter, gatewayCalls)}
  </section> `
}

function renderWatches(
  formatter: StatusFormatter,
  label: string,
  watches: readonly PublicPart['WatchStatus'][],
): Html {
  const { messages } = formatter
  return html`<div class="scroll watches" role="region" aria-labelledby="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${messages.board}</th>
          <th scope="col">${messages.state}</th>
          <th scope="col">${messages.last}</th>
          <th scope="col">${messages.failed}</th>
        </tr>
      </thead>
      <tbody>
        ${watches.map((watch) => renderWatch(formatter, watch))}
      </tbody>
    </table>
  </div> `
}

function renderWatch(formatter: StatusFormatter, watch: PublicPart['WatchStatus']): Html {
  const { messages, number, time, ago } = formatter
  const { kind = 'event', id = '0', freshness = 'fresh', lastSnapshotAt = '0' } = watch
  const { failures = 0, readings = 0, gaps = [] } = watch
  return html`<tr>
      <th scope="row">${fill(messages.kinds[kind], { id })}</th>
      <td><span class="state ${freshness}">${messages.freshness[freshness]}</span></td>
      <td>
        ${
          lastSnapshotAt === '0'
            ? messages.never
            : html`${ago(lastSnapshotAt)} <small>${time(lastSnapshotAt)}</small>`
        }
      </td>
      <td data-name="${messages.failed}">
        ${fill(messages.failedOf, { failures: number(failures), readings: number(readings) })}
      </td>
    </tr>
    ${
      gaps.length > 0 &&
      html`<tr class="gaps">
        <td colspan="4">
          <details>
            <summary>${messages.gaps}: ${number(gaps.length)}</summary>
            <ul>
              ${gaps.map((gap) => html`<li>${formatGap(formatter, gap)}</li>`)}
            </ul>
          </details>
        </td>
      </tr> `
    }`
}

function formatGap({ messages, time, number }: StatusFormatter, gap: PublicPart['Gap']): Part {
  const { from = '0', until = '0', reason = 'maintenance', failures = 0 } = gap
  return fill(messages.gap, {
    from: time(from),
    until: until === '0' ? messages.lasting : time(until),
    reason: messages.reasons[reason],
    failures: number(failures),
  })
}

function renderCalls(formatter: StatusFormatter, calls: PublicPart['GatewayCalls']): Html {
  const { messages, number, time } = formatter
  const { since = '0', outcomes = [] } = calls
  const name = (outcome: string): Part =>
    outcome in messages.outcomes
      ? messages.outcomes[outcome as keyof StatusMessages['outcomes']]
      : html`<code>${outcome}</code>`
  return html`<h3>${messages.calls}</h3>
    <p>${fill(messages.callsSince, { since: time(since) })}</p>
    ${
      outcomes.length === 0
        ? html`<p>${messages.noCalls}</p>`
        : html`<div class="calls">
            <table>
              <thead>
                <tr>
                  <th scope="col">${messages.outcome}</th>
                  <th scope="col">${messages.count}</th>
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
            </table>
          </div>`
    }`
}
