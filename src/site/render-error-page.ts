import type { ErrorPage } from '../platform/http/errors/error-page.ts'
import { ERROR_MESSAGES, type ErrorKind } from './error-messages.ts'
import { html } from './layout/html.ts'
import { PORTAL_NAMES } from './layout/portal-names.ts'
import { preferredLanguage, preferredTheme } from './layout/preference-cookie.ts'
import { renderSiteHeader } from './layout/render-site-header.ts'

/** Seconds from which on a wait is shown in minutes. */
const MINUTES_FROM_S = 120

/** Content of an error page. */
export interface ErrorPageContent extends ErrorPage {
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/**
 * Renders the page that a browser receives instead of a problem document, in the language of the
 * reader: plain HTML without scripts, with links to other pages. It repeats nothing of the request.
 */
export function renderErrorPage(content: ErrorPageContent): string {
  const { status, requestId, retryAfterS, portal } = content
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
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/status.css" />
      </head>
      <body>
        <a class="skip" href="#content">${messages.skip}</a>
        ${renderSiteHeader([
          { href: '/', name: messages.tracker },
          { href: '/docs', name: messages.documentation },
          { href: '/status', name: messages.status },
          ...(portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES[language] }]),
        ])}
        <main id="content" class="message">
          <h1>${title}</h1>
          <p>${text}</p>
          ${retryAfterS !== undefined && html`<p>${waitText(retryAfterS, messages)}</p>`}
          <p class="ways">
            ${retryAfterS !== undefined && html`<a class="button" href="">${messages.tryAgain}</a>`}
            <a class="button primary" href="/">${messages.tracker}</a>
            <a class="button" href="/docs">${messages.documentation}</a>
          </p>
          <p><small>${messages.reference(status, requestId)}</small></p>
        </main>
      </body>
    </html> `.text
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
