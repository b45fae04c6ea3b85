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
import { createPen, fill, type StatusPen } from './status-pen.ts'

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
        ${INCIDENT_FORMATS.map(
          (format) =>
            html`<link
              rel="alternate"
              type="${INCIDENT_FEEDS[format].type}"
              href="${incidentFeedPath({ format, language, region: undefined })}"
              title="${fill(pen.overview.incidentFeed, { format: INCIDENT_FEEDS[format].name })}"
            />`,
        )}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/status.css" />
        <script type="module" src="/docs/assets/preferences.js" blocking="render"></script>
        <script type="module" src="/docs/assets/status.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${renderSiteHeader(
          [
            { href: '/', name: words.tracker },
            { href: '/docs', name: words.documents },
            ...(portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES[language] }]),
          ],
          renderLanguages(language),
        )}
        <main id="content">
          <div class="page-head">
            <h1>${words.title}</h1>
            <p class="quiet">${fill(words.at, { time: pen.time(nowMs) })}</p>
          </div>
          ${renderOverview(pen, overview)}
          <p class="quiet">${words.lead}</p>
          ${REGION_ORDER.map((region) => renderRegion(pen, region, regions.get(region)))}
          ${renderPastIncidents(pen, overview)}
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
  pen: StatusPen,
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
  const open = watches.filter(({ freshness = 'fresh' }) => isPolled(freshness))
  const ended = watches.filter(({ freshness }) => freshness === 'ended')
  const current = watches.filter(({ freshness }) => freshness !== 'ended')
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
    ${current.length > 0 && renderWatches(pen, id, current)}
    ${
      ended.length > 0 &&
      html`<details class="ended">
        <summary>${fill(pen.overview.ended, { count: number(ended.length) })}</summary>
        ${renderWatches(pen, id, ended)}
      </details> `
    }
    ${renderCalls(pen, gatewayCalls)}
  </section> `
}

function renderWatches(
  pen: StatusPen,
  label: string,
  watches: readonly PublicPart['WatchStatus'][],
): Html {
  const { words } = pen
  return html`<div class="scroll watches" role="region" aria-labelledby="${label}" tabindex="0">
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

function renderWatch(pen: StatusPen, watch: PublicPart['WatchStatus']): Html {
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

function sayGap({ words, time, number }: StatusPen, gap: PublicPart['Gap']): Part {
  const { from = '0', until = '0', reason = 'maintenance', failures = 0 } = gap
  return fill(words.gap, {
    from: time(from),
    until: until === '0' ? words.lasting : time(until),
    reason: words.reasons[reason],
    failures: number(failures),
  })
}

function renderCalls(pen: StatusPen, calls: PublicPart['GatewayCalls']): Html {
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
        : html`<div class="calls">
            <table>
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
            </table>
          </div>`
    }`
}
