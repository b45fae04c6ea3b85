import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { GUIDES } from './guides.ts'
import { html } from './html.ts'
import type { PageContent } from './render-layout.ts'

/** What each guide answers, in one line; the ones that are not here need no line. */
const ANSWERS: Readonly<Record<string, string>> = {
  quickstart: 'From a key to an event ranking, with curl.',
  'quickstart-python': 'The same with a client of one file.',
  clients: 'For TypeScript and Python, and collections for Postman and Bruno.',
  limits: 'How much you may ask, where you stand, and when to come back.',
  errors: 'What each code means, and what to do about it.',
  ranks: 'How to ask for ranks, and why one may be missing.',
  ids: 'Which id works where, and why numbers are text.',
  freshness: 'How old an answer is, and when asking again brings something new.',
  'public-data': 'Cutoffs and their history, for anybody, without a key.',
  'using-the-api': 'Every path in one table.',
  simulator: 'A game that goes into maintenance when you tell it to.',
  changelog: 'What changed, and when.',
}

/** Writes the first page: what this is, a request to paste, where a key is had, and where to read on. */
export function renderStart(origin: string, portal: string | undefined): PageContent {
  return {
    title: 'Start here',
    description:
      'Read-only public data of a live game: rankings, decks, circles, gacha rates, profiles.',
    path: '/docs',
    body: html`<h1>Public data of a live game, for your bot or site</h1>
      <p class="lead">
        Rankings, decks, circles, gacha rates, profiles, announcements and profile cards of four
        regions. Every answer says how old it is, every header says what you have left, and every
        refusal says what to do.
      </p>
      <pre tabindex="0"><code>curl -H "Authorization: Bearer $DEVELOPER_KEY" \\
  "${origin}${OPEN_PREFIX}jp/announcements"</code></pre>
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
        <a href="/api/public/openapi.json">OpenAPI 3.1 of what needs no key</a>,
        <a href="/llms.txt">llms.txt</a>.
      </p> `,
  }
}
