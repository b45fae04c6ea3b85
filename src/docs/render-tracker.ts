import { html, type Html } from './html.ts'
import { PORTAL_NAMES } from './portal-names.ts'

/** The languages of the tracker, as `lang` of the link and of the page name them. */
export const TRACKER_LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** What the page is called before its script runs. */
const TITLES: Readonly<Record<(typeof TRACKER_LANGUAGES)[number], string>> = {
  en: 'Event cutoffs, live',
  ja: 'イベントボーダー速報',
  'zh-Hant': '活動排名分數線即時追蹤',
  'zh-Hans': '活动排名分数线实时追踪',
  ko: '이벤트 순위 컷 실시간 현황',
}

/** What differs between two requests for the page. */
export interface TrackerHead {
  /** What the link says; anything unknown is English until the script has looked at the browser. */
  readonly language: string | undefined
  /** More tags for the head. */
  readonly head: readonly Html[]
  /** Where the portal is, for the script too; `undefined` where readers are not to be led to one. */
  readonly portal: string | undefined
}

/** Writes the page that everybody sees before its script runs, and those without a script for good. */
export function renderTracker({ language, head, portal }: TrackerHead): string {
  const lang = TRACKER_LANGUAGES.find((one) => one === language) ?? 'en'
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
                This page draws its curves with a script. All of its data can be had without one:
                <a href="/docs/public-data">Cutoffs and history, without a key</a>.
              </p>
            </noscript>
            <div class="skeleton skeleton-title"></div>
            <div class="skeleton skeleton-curve"></div>
          </main>
          <footer>
            <a href="/docs">Documents</a> <a href="/status">Status</a>
            ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES[lang]}</a>`}
          </footer>
        </div>
      </body>
    </html> `.text
}
