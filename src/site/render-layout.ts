import { GUIDES } from './docs/guides.ts'
import { html, type Html, type Part } from './html.ts'
import { MARK } from './mark.ts'
import { PORTAL_NAMES } from './portal-names.ts'

/** The content of a page. */
export interface PageContent {
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  /** The path of the page, highlighted in the navigation. */
  readonly path: string
  readonly body: Html
  /** The heading of {@link contents}; `On this page` by default. */
  readonly contentsTitle?: string
  /** Links to the sections of the page, or to the pages beside it. */
  readonly contents?: readonly { readonly href: string; readonly name: string }[]
  /** Scripts, by path. */
  readonly scripts?: readonly string[]
}

/**
 * Renders a complete page with navigation, without external resources. `portal` is the URL of the
 * portal, if any.
 */
export function renderLayout(
  { title, description, path, body, ...page }: PageContent,
  portal?: string,
): string {
  const { contents = [], contentsTitle = 'On this page', scripts = [] } = page
  const links = navigation(path, contents, contentsTitle)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title} · Backline</title>
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/tokens.css" />
        <link rel="stylesheet" href="/docs/assets/fonts.css" />
        <link rel="stylesheet" href="/docs/assets/docs.css" />
        <script type="module" src="/docs/assets/docs.js"></script>
        ${scripts.map((script) => html`<script type="module" src="${script}"></script> `)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/docs">${MARK}<b>Backline</b> <span>docs</span></a>
          <nav class="main-links" aria-label="Main">${mainLinks(path, portal)}</nav>
          ${SEARCH_BUTTON}
          <details class="menu">
            <summary class="button">${MENU_ICON}Menu</summary>
            <nav class="menu-panel" aria-label="Menu">
              <div class="menu-main">${mainLinks(path, portal)}</div>
              ${links}
            </nav>
          </details>
        </header>
        <div class="frame">
          <nav class="side" aria-label="All pages">${links}</nav>
          <main id="content">${body}</main>
        </div>
        <footer>
          Backline, interface version v1, experimental. Everything on these pages comes from this
          server.
        </footer>
      </body>
    </html> `.text
}

/** The button of the search, which its script shows. */
const SEARCH_BUTTON = html`<button
  type="button"
  class="button search-button"
  aria-keyshortcuts="Meta+K Control+K /"
  data-search
  hidden
>
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20" /></svg
  ><span>Search</span><kbd aria-hidden="true">/</kbd>
</button>`

const MENU_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 7h16M4 12h16M4 17h16" />
</svg>`

const MAIN = [
  { href: '/', name: 'Tracker' },
  { href: '/docs/quickstart', name: 'Quickstart' },
  { href: '/docs/reference', name: 'Reference' },
  { href: '/docs/errors', name: 'Errors' },
]

function mainLinks(path: string, portal: string | undefined): Part {
  const more = portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES.en }]
  return [...MAIN, ...more].map(({ href, name }) => linkTo(href, name, path))
}

function navigation(
  path: string,
  contents: NonNullable<PageContent['contents']>,
  contentsTitle: string,
): Html {
  const groups = Object.entries(GUIDES).map(
    ([group, guides]) =>
      html`<h2>${group}</h2>
        <ul>
          ${guides.map(({ slug, name }) => html`<li>${linkTo(`/docs/${slug}`, name, path)}</li>`)}
        </ul> `,
  )
  const parts =
    contents.length > 0 &&
    html`<h2>${contentsTitle}</h2>
      <ul>
        ${contents.map(({ href, name }) => html`<li>${linkTo(href, name, path)}</li>`)}
      </ul> `
  return html`<ul class="first">
      <li>${linkTo('/docs', 'Start here', path)}</li>
      <li>${linkTo('/docs/reference', 'Reference, with try-it', path)}</li>
      <li>${linkTo('/docs/public-reference', 'Public reference, without a key', path)}</li>
    </ul>
    ${parts}${groups}`
}

function linkTo(href: string, name: string, path: string): Html {
  return href === path
    ? html`<a href="${href}" aria-current="page">${name}</a>`
    : html`<a href="${href}">${name}</a>`
}
