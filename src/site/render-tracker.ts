import { languageOrEnglish, type Language } from '../platform/language.ts'
import { html, type Html } from './html.ts'
import { MARK } from './mark.ts'
import { PORTAL_NAMES } from './portal-names.ts'

/** The page title before the script runs. */
const TITLES: Readonly<Record<Language, string>> = {
  en: 'Live event cutoffs',
  ja: 'イベントボーダー速報',
  'zh-Hant': '活動分數線即時追蹤',
  'zh-Hans': '活动分数线实时追踪',
  ko: '실시간 이벤트 컷',
}

/** The titles of the archive before the script runs. */
const ARCHIVE_TITLES: Readonly<Record<Language, string>> = {
  en: 'All events',
  ja: '全イベント',
  'zh-Hant': '全部活動',
  'zh-Hans': '全部活动',
  ko: '전체 이벤트',
}

/** A page of the tracker. */
export type TrackerPageName = 'board' | 'archive'

/** The part of the page that depends on the request. */
export interface TrackerHead {
  readonly name: TrackerPageName
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

/** Rows of the placeholder: as many as the default ranks. */
const ROWS = 5

/** The placeholders, as the script renders them. */
const SKELETON = html`<div class="hero hero-loading"></div>
  <div class="board">
    <div class="card cutoffs">
      <div class="card-head"><div class="skeleton skeleton-line"></div></div>
      <ol>
        ${Array.from(
          { length: ROWS },
          () => html`<li class="cutoff cutoff-loading"><div class="skeleton"></div></li>`,
        )}
      </ol>
    </div>
    <div class="card chart-card"><div class="skeleton skeleton-chart"></div></div>
  </div>`

const ARCHIVE_SKELETON = html`<div class="card archive">
  <div class="skeleton archive-loading"></div>
</div>`

/** Renders the tracker page as it is before or without its script. */
export function renderTracker({ name, language, head, portal }: TrackerHead): string {
  const lang = languageOrEnglish(language)
  const title = (name === 'archive' ? ARCHIVE_TITLES : TITLES)[lang]
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
        <title>${title} · Backline</title>
        ${head}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link
          rel="preload"
          href="/docs/assets/backline-sans.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link rel="stylesheet" href="/tracker/tracker.css" />
        <script type="module" src="/tracker/tracker.js"></script>
      </head>
      <body>
        <div id="tracker" data-portal="${portal ?? ''}">
          <header class="top">
            <a class="brand" href="/">${MARK}<b>Backline</b></a>
          </header>
          <main id="content">
            <h1 class="spoken">${title}</h1>
            <noscript>
              <p class="notice" lang="en">
                This page draws its charts with JavaScript. All of its data is available without it:
                <a href="/docs/public-data">Cutoffs and history, without a key</a>.
              </p>
            </noscript>
            ${name === 'archive' ? ARCHIVE_SKELETON : SKELETON}
          </main>
          <footer>
            <a href="/docs">Documentation</a> <a href="/status">Status</a>
            ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES[lang]}</a>`}
          </footer>
        </div>
      </body>
    </html> `.text
}
