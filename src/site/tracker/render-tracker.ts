import type { Language } from '../../platform/language.ts'
import type { FirstScreen, TrackerPageName } from './first-screen.ts'
import { html, Html } from '../layout/html.ts'
import { MARK } from '../layout/mark.ts'
import type { TrackerFacts } from './tracker-facts.ts'
import { PORTAL_NAMES } from '../layout/portal-names.ts'

const BOARD_TITLES: Readonly<Record<Language, string>> = {
  en: 'Live event cutoffs',
  ja: 'イベントボーダー速報',
  'zh-Hant': '活動分數線即時追蹤',
  'zh-Hans': '活动分数线实时追踪',
  ko: '실시간 이벤트 컷',
}

/** The page titles before the script runs. */
const TITLES: Readonly<Record<TrackerPageName, Readonly<Record<Language, string>>>> = {
  board: BOARD_TITLES,
  player: BOARD_TITLES,
  embed: BOARD_TITLES,
  archive: {
    en: 'All events',
    ja: '全イベント',
    'zh-Hant': '全部活動',
    'zh-Hans': '全部活动',
    ko: '전체 이벤트',
  },
}

/** The part of the page that depends on the request. */
export interface TrackerHead {
  readonly name: TrackerPageName
  /** The language of the page, unless the reader has chosen another on this device. */
  readonly language: Language
  /** Additional head tags. */
  readonly head: readonly Html[]
  /** URL of the portal, also for the script; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  readonly facts: TrackerFacts
  /** The element with all styles. */
  readonly style: Html
  /** The scripts that those of the page import, by name. */
  readonly imports: readonly string[]
  /** The content of the page; without it, placeholders. */
  readonly first?: FirstScreen | undefined
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

/**
 * Returns the tags that load what the script will import first, so that it need not wait for a
 * second round trip.
 */
function preloads({
  name,
  language,
  imports,
}: Pick<TrackerHead, 'name' | 'language' | 'imports'>): readonly Html[] {
  const onDemand = [language.toLowerCase(), ...(name === 'board' ? [] : [`${name}-page`])]
  const scripts = [...onDemand.map((one) => `tracker-${one}.js`), ...imports]
  return scripts.map((script) => html`<link rel="modulepreload" href="/tracker/${script}" />`)
}

/** Renders the tracker page as it is before or without its script. */
export function renderTracker({
  name,
  language,
  head,
  portal,
  facts,
  style,
  imports,
  first,
}: TrackerHead): string {
  const lang = first?.language ?? language
  const title = TITLES[name][lang]
  const content = first === undefined ? placeholders(name, lang, portal) : new Html(first.html)
  const chosen =
    first !== undefined &&
    html`data-theme="${first.theme}"${
      first.region !== undefined && html` data-region="${first.region}"`
    }`
  return html`<!doctype html>
    <html lang="${lang}" ${chosen}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="description"
          content="Cutoffs of the running event in every region, live, with their history."
        />
        <title>${title} · Backline</title>
        ${head} ${style}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/site.webmanifest" />
        <link
          rel="preload"
          href="/docs/assets/backline-sans.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        ${preloads({ name, language: lang, imports })}
        <script type="module" src="/tracker/tracker.js"></script>
      </head>
      <body>
        <div
          id="tracker"
          data-portal="${portal ?? ''}"
          data-players="${facts.hasPlayers ? 'on' : 'off'}"
          data-pictures="${facts.pictureOrigins.join(' ')}"
        >
          ${content}
        </div>
        ${
          first !== undefined &&
          html`<script type="application/json" id="first-data">
            ${new Html(first.data)}
          </script>`
        }
      </body>
    </html> `.text
}

/** Renders the page without data: what the script replaces first. */
function placeholders(name: TrackerPageName, language: Language, portal: string | undefined): Html {
  if (name === 'embed') return html`<main class="embed">${SKELETON}</main>`
  return html`<header class="top">
      <a class="brand" href="/">${MARK}<b>Backline</b></a>
    </header>
    <main id="content">
      <h1 class="spoken">${TITLES[name][language]}</h1>
      <noscript>
        <p class="notice" lang="en">
          This page needs JavaScript to show its data. They are also available as
          <a href="/docs/public-data">public data, without a key</a>.
        </p>
      </noscript>
      ${name === 'archive' ? ARCHIVE_SKELETON : SKELETON}
    </main>
    <footer>
      <a href="/docs">Documentation</a> <a href="/status">Status</a>
      ${portal !== undefined && html`<a href="${portal}">${PORTAL_NAMES[language]}</a>`}
    </footer>`
}
