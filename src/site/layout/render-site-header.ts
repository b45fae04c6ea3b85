import { html, type Html, type Part } from './html.ts'
import { MARK } from './mark.ts'

/** A link of the header. */
export interface SiteLink {
  readonly href: string
  readonly name: string
}

/** Renders the header of the status page and of error pages; `end` is its last part. */
export function renderSiteHeader(links: readonly SiteLink[], end?: Part): Html {
  return html`<header class="top">
    <a class="brand" href="/">${MARK}Backline</a>
    <nav class="site-links" aria-label="Backline">
      ${links.map(({ href, name }) => html`<a href="${href}">${name}</a> `)}
    </nav>
    ${end}
  </header>`
}
