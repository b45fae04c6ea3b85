import type { DocumentVersion } from '../docs/document-versions.ts'
import { GUIDES } from '../docs/guides.ts'
import { renderVersions } from '../docs/render-versions.ts'
import { html, type Html, type Part } from './html.ts'
import type { Language } from '../../platform/language.ts'
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
  /** The language of {@link body}; English by default. The rest of the page is in English. */
  readonly language?: Language
  /** Paths of the page by language, itself included. */
  readonly languages?: ReadonlyMap<Language, string>
  /** Links to the sections of the page. */
  readonly contents?: readonly NavigationLink[]
  /** Links to the pages beside it. */
  readonly navigation?: NavigationGroup
  /** Whether it has two columns on a wide screen. */
  readonly isWide?: boolean
  /** Style sheets besides those of every page, by path. */
  readonly styles?: readonly string[]
  /** Scripts, by path. */
  readonly scripts?: readonly string[]
}

/** A link of the navigation, with links below it. */
export interface NavigationLink {
  readonly href: string
  readonly name: string
  readonly links?: readonly NavigationLink[]
}

/** A part of the navigation. */
export interface NavigationGroup {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** What all pages say of the server. */
export interface ServerFacts {
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  /** The origin in the code of documents, which a script replaces by the reader's. */
  readonly origin: string
  /** The versions of the server and of its documents. */
  readonly versions: readonly DocumentVersion[]
}

/** Renders a complete page with navigation, without external resources. */
export function renderLayout(
  { title, description, path, body, ...page }: PageContent,
  { portal, origin, versions }: ServerFacts,
): string {
  const { contents = [], navigation: beside, isWide = false, styles = [], scripts = [] } = page
  const { language = 'en', languages = [] } = page
  const groups = [
    ...(contents.length > 0 ? [{ title: 'On this page', links: contents }] : []),
    ...(beside === undefined ? [] : [beside]),
  ]
  const links = html`${renderVersions(versions)}${navigation(path, groups)}`
  return html`<!doctype html>
    <html lang="${language}" data-origin="${origin}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title} · Backline</title>
        ${[...languages].map(
          ([other, target]) => html`<link rel="alternate" hreflang="${other}" href="${target}" /> `,
        )}
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="stylesheet" href="/docs/assets/docs.css" />
        ${styles.map((style) => html`<link rel="stylesheet" href="${style}" />`)}
        <noscript><link rel="stylesheet" href="/docs/assets/no-script.css" /></noscript>
        <link rel="alternate" type="text/markdown" href="${path}.md" />
        <script type="module" src="/docs/assets/preferences.js" blocking="render"></script>
        <script type="module" src="/docs/assets/docs.js"></script>
        ${scripts.map((script) => html`<script type="module" src="${script}"></script> `)}
      </head>
      <body>
        <a class="skip" href="#content" lang="en">Skip to the content</a>
        <header class="top" lang="en">
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
        <div class="${isWide ? 'frame wide' : 'frame'}">
          <nav class="side" aria-label="All pages" lang="en">${links}</nav>
          <main id="content">${body}</main>
        </div>
        ${FOOTER}
      </body>
    </html> `.text
}

const FOOTER = html`<footer lang="en">
  <p>
    Documents of the <a href="/docs/versions">version</a> that this server runs. Everything on these
    pages comes from it.
  </p>
  <p><a href="/docs/changelog">Changelog</a> · <a href="/status">Status</a></p>
</footer>`

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
  { href: '/status', name: 'Status' },
]

function mainLinks(path: string, portal: string | undefined): Part {
  const more = portal === undefined ? [] : [{ href: portal, name: PORTAL_NAMES.en }]
  return [...MAIN, ...more].map(({ href, name }) => linkTo(href, name, path))
}

function navigation(path: string, own: readonly NavigationGroup[]): Html {
  const groups = Object.entries(GUIDES).map(([title, guides]) => ({
    title,
    links: guides.map(({ slug, name }) => ({ href: `/docs/${slug}`, name })),
  }))
  // The group of the page comes first, so that its entry is in view.
  const isOwn = ({ links }: NavigationGroup) => links.some(({ href }) => href === path)
  const ordered = groups.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  const first = [
    { href: '/docs', name: 'Start here' },
    { href: '/docs/reference', name: 'Reference, with try-it' },
    { href: '/docs/public-reference', name: 'Public reference, without a key' },
    { href: '/docs/developer-reference', name: 'Reference of your limits' },
  ]
  return html`<div class="first">${listOf(first, path)}</div>
    ${[...own, ...ordered].map(
      ({ title, links }) =>
        html`<h2>${title}</h2>
          ${listOf(links, path)}`,
    )}`
}

function listOf(links: readonly NavigationLink[], path: string): Html {
  return html`<ul>
    ${links.map(
      ({ href, name, links: inner = [] }) =>
        html`<li>${linkTo(href, name, path)}${inner.length > 0 && listOf(inner, path)}</li> `,
    )}
  </ul>`
}

function linkTo(href: string, name: string, path: string): Html {
  return href === path
    ? html`<a href="${href}" aria-current="page">${name}</a>`
    : html`<a href="${href}">${name}</a>`
}
