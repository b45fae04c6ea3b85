import { html } from './html.ts'
import { MARK } from './mark.ts'
import { PORTAL_NAMES } from './portal-names.ts'

/** Content of an error page. */
export interface ErrorPageContent {
  readonly status: number
  readonly title: string
  /** One or more sentences for the reader. */
  readonly detail: string
  readonly requestId: string
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/**
 * Renders the page that a browser receives instead of a problem document: plain HTML without
 * scripts, with links to other pages.
 */
export function renderErrorPage({
  status,
  title,
  detail,
  requestId,
  portal,
}: ErrorPageContent): string {
  const isMissing = status === 404
  const heading = isMissing ? 'Page not found' : title
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${heading} · Backline</title>
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/tokens.css" />
        <link rel="stylesheet" href="/docs/assets/fonts.css" />
        <link rel="stylesheet" href="/docs/assets/status.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="brand" href="/">${MARK}Backline</a>
          <nav aria-label="Main">
            <a href="/">Tracker</a>
            <a href="/docs">Documentation</a>
            <a href="/status">Status</a>
            ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES.en}</a>`}
          </nav>
        </header>
        <main id="content">
          <h1>${heading}</h1>
          <p>${isMissing ? 'There is no page at this address. Check the address.' : detail}</p>
          <p><small>Error ${status} · Request ${requestId}</small></p>
        </main>
      </body>
    </html> `.text
}
