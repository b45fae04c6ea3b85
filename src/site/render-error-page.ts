import type { ErrorPage } from '../platform/http/errors/error-page.ts'
import { ERROR_MESSAGES, type ErrorKind } from './error-messages.ts'
import type { Language } from '../platform/language.ts'
import { html, type Html } from './layout/html.ts'
import type { PlannedMaintenance } from './maintenance/find-maintenance.ts'
import { MAINTENANCE_MESSAGES } from './maintenance/maintenance-messages.ts'
import { PORTAL_NAMES } from './layout/portal-names.ts'
import { preferredLanguage, preferredTheme } from './layout/preference-cookie.ts'
import { renderSiteHeader } from './layout/render-site-header.ts'

/** Seconds from which on a wait is shown in minutes. */
const MINUTES_FROM_S = 120

/** Content of an error page. */
export interface ErrorPageContent extends ErrorPage {
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  /** Folder of the icon and the style sheet on this listener. */
  readonly assets: string
  /** Origin of the other pages; empty if they are on this listener. */
  readonly siteOrigin: string
  /** Planned maintenance to announce. */
  readonly maintenance: PlannedMaintenance | undefined
  readonly nowMs: number
}

/** Where an error page of the public listener finds its files and the other pages. */
export const PUBLIC_LISTENER: Pick<ErrorPageContent, 'assets' | 'siteOrigin'> = {
  assets: '/docs/assets',
  siteOrigin: '',
}

/**
 * Renders the page that a browser receives instead of a problem document, in the language of the
 * reader: plain HTML without scripts, with links to other pages. It repeats nothing of the request.
 */
export function renderErrorPage(content: ErrorPageContent): string {
  const { status, requestId, retryAfterS, portal, assets, siteOrigin } = content
  const language = preferredLanguage(content)
  const messages = ERROR_MESSAGES[language]
  const { title, text } = messages[kindOf(content)]
  return html`<!doctype html>
    <html lang="${language}" data-theme="${preferredTheme(content)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Backline</title>
        <link rel="icon" href="${assets}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets}/status.css" />
      </head>
      <body>
        <a class="skip" href="#content">${messages.skip}</a>
        ${renderSiteHeader([
          { href: `${siteOrigin}/`, name: messages.tracker },
          { href: `${siteOrigin}/docs`, name: messages.documentation },
          { href: `${siteOrigin}/status`, name: messages.status },
          ...(portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES[language] }]),
        ])}
        ${renderAnnouncement(content, language)}
        <main id="content" class="message">
          <h1>${title}</h1>
          <p>${text}</p>
          ${retryAfterS !== undefined && html`<p>${waitText(retryAfterS, messages)}</p>`}
          <p class="ways">
            ${retryAfterS !== undefined && html`<a class="button" href="">${messages.tryAgain}</a>`}
            <a class="button primary" href="${siteOrigin}/">${messages.tracker}</a>
            <a class="button" href="${siteOrigin}/docs">${messages.documentation}</a>
          </p>
          <p><small>${messages.reference(status, requestId)}</small></p>
        </main>
      </body>
    </html> `.text
}

/** Renders the banner of planned maintenance; its window is in UTC, because no script runs here. */
function renderAnnouncement(
  { maintenance, nowMs, siteOrigin }: ErrorPageContent,
  language: Language,
): Html | undefined {
  if (maintenance === undefined) return undefined
  const { id, title, fromMs, untilMs } = maintenance
  const messages = MAINTENANCE_MESSAGES[language]
  const window = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatRange(fromMs, untilMs)
  return html`<aside class="announcement" aria-label="${messages.planned}">
    <strong>${fromMs <= nowMs ? messages.underWay : messages.planned}</strong>
    <span>${title} · ${window}</span>
    <a href="${siteOrigin}/status?lang=${language}#${encodeURIComponent(id)}"
      >${messages.details}</a
    >
  </aside>`
}

function kindOf({ status, code, isPlanned }: ErrorPageContent): ErrorKind {
  if (code === 'maintenance' || isPlanned) return 'maintenance'
  if (status === 429) return 'limit'
  if (status === 502 || status === 504) return 'upstream'
  if (status === 503) return 'unavailable'
  if (status === 405) return 'method'
  return status === 404 ? 'notFound' : 'badRequest'
}

function waitText(
  seconds: number,
  { waitSeconds, waitMinutes }: (typeof ERROR_MESSAGES)['en'],
): string {
  return seconds < MINUTES_FROM_S ? waitSeconds(seconds) : waitMinutes(Math.ceil(seconds / 60))
}
