import { languageOrEnglish, type Language } from '../platform/language.ts'
import { html, type Html } from './html.ts'
import { PORTAL_NAMES } from './portal-names.ts'

/** The page title before the script runs. */
const TITLES: Readonly<Record<Language, string>> = {
  en: 'Live event cutoffs',
  ja: 'イベントボーダー速報',
  'zh-Hant': '活動分數線即時追蹤',
  'zh-Hans': '活动分数线实时追踪',
  ko: '실시간 이벤트 컷',
}

/** The part of the page that depends on the request. */
export interface TrackerHead {
  /**
   * The language of the link; an unknown one means English until the script has checked the
   * browser.
   */
  readonly language: string | undefined
  /** Additional head tags. */
  readonly head: readonly Html[]
  /** URL of the portal, also for the script; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}

/** Renders the tracker page as it is before or without its script. */
export function renderTracker({ language, head, portal }: TrackerHead): string {
  const lang = languageOrEnglish(language)
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="description"
          content="Cutoffs of the running event in every region, live, with their history."
        />
        <title>${TITLES[lang]} · Backline</title>
        ${head}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/tracker/tracker.css" />
        <script type="module" src="/tracker/tracker.js"></script>
      </head>
      <body>
        <div id="tracker" data-portal="${portal ?? ''}">
          <header class="top">
            <span class="brand">Backline <span>tracker</span></span>
          </header>
          <main id="content" class="shell">
            <h1>${TITLES[lang]}</h1>
            <noscript>
              <p lang="en">
                This page draws its charts with JavaScript. All of its data is available without it:
                <a href="/docs/public-data">Cutoffs and history, without a key</a>.
              </p>
            </noscript>
            <div class="skeleton skeleton-title"></div>
            <div class="skeleton skeleton-chart"></div>
          </main>
          <footer>
            <a href="/docs">Documentation</a> <a href="/status">Status</a>
            ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES[lang]}</a>`}
          </footer>
        </div>
      </body>
    </html> `.text
}
