import { html } from './layout/html.ts'
import { PORTAL_NAMES } from './layout/portal-names.ts'
import type { Language } from '../platform/language.ts'

/** Renders the portal's page as it is before its script runs. */
export function renderPortal(lang: Language): string {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${PORTAL_NAMES[lang]} · Backline</title>
        <link rel="icon" href="/portal/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/portal/assets/portal.css" />
        <link rel="modulepreload" href="/portal/assets/portal-${lang.toLowerCase()}.js" />
        <script type="module" src="/portal/assets/portal.js"></script>
      </head>
      <body>
        <div id="portal">
          <header class="top">
            <span class="brand">Backline <span>portal</span></span>
          </header>
          <main id="content" class="shell">
            <h1>${PORTAL_NAMES[lang]}</h1>
            <noscript>
              <p lang="en">Enable JavaScript to see your keys and usage.</p>
            </noscript>
          </main>
        </div>
      </body>
    </html> `.text
}
