import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import { ALL_GUIDES } from './guides.ts'
import { html, type Html } from '../layout/html.ts'
import { renderCode } from './render-code.ts'
import type { PageContent } from '../layout/render-layout.ts'

/** A way in: what a reader wants, and the pages to begin with, the first one first. */
interface WayIn {
  readonly title: string
  readonly text: string
  readonly slugs: readonly [string, ...string[]]
}

const WAYS_IN: readonly WayIn[] = [
  {
    title: 'I write a bot',
    text: 'From a key to the first ranking in ten minutes, in your language.',
    slugs: ['quickstart', 'cutoff-bot', 'border-on-your-site', 'errors'],
  },
  {
    title: 'I run a server',
    text: 'One container for your team: keys, quotas, history and a tracker.',
    slugs: ['run-for-your-team', 'connect-a-gateway', 'import-history', 'troubleshooting'],
  },
  {
    title: 'I want data',
    text: 'Cutoffs, curves and whole history as files. You need no key.',
    slugs: ['public-data', 'mirror-history', 'live', 'chart-images'],
  },
]

/**
 * Renders the start page: what this is, a live number with the request that returns it, and three
 * ways in. A script fills in the number; without one, the request is there to copy.
 */
export function renderStart(origin: string, portal: string | undefined): PageContent {
  return {
    title: 'Start here',
    description:
      'Read-only public data of a live game: rankings, decks, circles, gacha rates, profiles.',
    path: '/docs',
    scripts: ['/docs/assets/docs-start.js'],
    body: html`<div class="start">
      <div>
        <h1>Public data of a live game, for your bot or site</h1>
        <p class="lead">
          Rankings, decks, circles, gacha rates, profiles and announcements of four regions, and the
          history of every cutoff. Each response states its age, what remains of your quota, and
          after an error what to do.
        </p>
        <p class="next">
          <a class="button" href="/docs/quickstart">Quickstart</a>
          ${portal !== undefined && html`<a class="button plain" href="${portal}">Get a key</a>`}
          <a class="button plain" href="/docs/reference">Reference</a>
        </p>
      </div>
      <section class="live-number" aria-label="A live number" data-live-number>
        <p class="live-number-event" data-event>The running event in JP</p>
        <p class="live-number-value" data-value hidden></p>
        <p class="note" data-state>Ask for its cutoffs, without a key:</p>
        ${renderCode({ code: `curl ${origin}${PUBLIC_PREFIX}jp/events/current/cutoffs` })}
      </section>
      <div class="ways">${WAYS_IN.map(renderWay)}</div>
      <p class="note">
        <a href="/docs/changelog">Changelog</a> · <a href="/status">Status</a> · For programs:
        <a href="/api/open/openapi.json">OpenAPI 3.1</a>,
        <a href="/api/open/openapi-3.0.json">OpenAPI 3.0.3</a>,
        <a href="/api/public/openapi.json">OpenAPI 3.1 of the public API</a>,
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </div> `,
  }
}

function renderWay({ title, text, slugs }: WayIn): Html {
  return html`<section class="way">
    <h2>${title}</h2>
    <p>${text}</p>
    <ul>
      ${slugs.map((slug) => html`<li><a href="/docs/${slug}">${nameOf(slug)}</a></li>`)}
    </ul>
  </section> `
}

/** Returns the name of a guide. Throws if there is none. */
function nameOf(slug: string): string {
  const guide = ALL_GUIDES.find((one) => one.slug === slug)
  if (guide === undefined) throw new Error(`No guide is called ${slug}.`)
  return guide.name
}
