import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import { GUIDES } from './guides.ts'
import { html } from '../html.ts'
import { renderCode } from './render-code.ts'
import type { PageContent } from '../render-layout.ts'

/** One line about each guide; others need none. */
const ANSWERS: Readonly<Record<string, string>> = {
  quickstart: 'From a key to an event ranking, with curl.',
  'quickstart-python': 'The same, with a single-file client.',
  clients: 'For TypeScript and Python, and collections for Postman and Bruno.',
  limits: 'Your limits, your current use, and when to retry.',
  errors: 'What each code means, and what to do.',
  ranks: 'How to request ranks, and why one may be missing.',
  ids: 'Which id works where, and why numbers are strings.',
  freshness: 'How old a response is, and when newer data exists.',
  'public-data': 'Cutoffs and their history, without a key.',
  'using-the-api': 'Every path in one table.',
  simulator: 'A game that fails on your command.',
  changelog: 'What changed, and when.',
}

/** Renders the start page: an introduction, a request to copy, links to a key and to the guides. */
export function renderStart(origin: string, portal: string | undefined): PageContent {
  return {
    title: 'Start here',
    description:
      'Read-only public data of a live game: rankings, decks, circles, gacha rates, profiles.',
    path: '/docs',
    body: html`<h1>Public data of a live game, for your bot or site</h1>
      <p class="lead">
        Rankings, decks, circles, gacha rates, profiles, announcements and profile cards of four
        regions. Responses state their age, headers your remaining quota, and errors what to do.
      </p>
      ${renderCode(
        `curl -H "Authorization: Bearer $DEVELOPER_KEY" \\\n  "${origin}${KEYED_PREFIX}jp/announcements"`,
      )}
      <p class="next">
        <a class="button" href="/docs/quickstart">Quickstart</a>
        ${portal !== undefined && html`<a class="button plain" href="${portal}">Get a key</a>`}
        <a class="button plain" href="/docs/reference">Reference, with try-it</a>
      </p>
      <div class="cards">
        ${GUIDES['For bots and sites'].map(
          ({ slug, name }) =>
            html`<a class="card" href="/docs/${slug}"
              ><strong>${name}</strong><span>${ANSWERS[slug]}</span></a
            > `,
        )}
      </div>
      <p class="note">
        For programs: <a href="/api/open/openapi.json">OpenAPI 3.1</a>,
        <a href="/api/open/openapi-3.0.json">OpenAPI 3.0.3</a>,
        <a href="/api/public/openapi.json">OpenAPI 3.1 of the public API</a>,
        <a href="/llms.txt">llms.txt</a>.
      </p> `,
  }
}
