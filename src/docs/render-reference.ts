import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import type { ApiDocument, ApiSchema } from './api-document.ts'
import { describeSchema, messageId } from './describe-schema.ts'
import { html, type Html } from './html.ts'
import type { PageContent } from './render-layout.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderOperation } from './render-operation.ts'
import { renderTable } from './render-table.ts'

/** Writes the reference: every operation with a form to try it, and every message, from the OpenAPI document. */
export function renderReference(document: ApiDocument): PageContent {
  const operations = Object.entries<OperationDeclaration>(OPERATIONS).map(([id, declaration]) => ({
    id,
    declaration,
    tag: document.paths[`${OPEN_PREFIX}{region}${declaration.forms[0]}`]?.get.tags[0],
  }))
  const groups = document.tags.map(({ name, description }) => {
    const mine = operations.filter(({ tag }) => tag === name)
    return html`<section class="group" id="${groupId(name)}">
      <h2><a class="anchor" href="#${groupId(name)}">${name}</a></h2>
      <p>${description}</p>
      ${mine.map(({ id, declaration }) => renderOperation({ id, declaration, document }))}
    </section> `
  })
  return {
    title: 'Reference',
    description:
      'Every operation of the interface, with its parameters, its answers, and a form to try it.',
    path: '/docs/reference',
    scripts: ['/docs/assets/try-it.js'],
    contents: [
      ...document.tags.map(({ name }) => ({ href: `#${groupId(name)}`, name })),
      { href: '#messages', name: 'Messages' },
    ],
    body: html`<h1>Reference</h1>
      <p>
        15 operations under 31 paths, all of them <code>GET</code>. Every path stands behind
        <code>${OPEN_PREFIX}{region}</code>, and every request needs a key. As data:
        <a href="/api/open/openapi.json">OpenAPI 3.1</a>,
        <a href="/api/open/openapi-3.0.json">OpenAPI 3.0.3</a>.
      </p>
      <form class="key" data-key-form hidden>
        <label for="key"
          >Your key, for trying. It stays on this page, and is forgotten when you leave.</label
        >
        <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="bkl_…" />
      </form>
      <details class="about">
        <summary>What holds for all of them</summary>
        ${renderMarkdown(document.info.description, (target) => target).body}
      </details>
      ${groups}
      <section class="group" id="messages">
        <h2><a class="anchor" href="#messages">Messages</a></h2>
        <p>Any field may be absent: one that holds its default is left out.</p>
        ${Object.entries(document.components.schemas)
          .filter(([name]) => !name.endsWith('Problem'))
          .map(([name, schema]) => renderMessage(name, schema))}
      </section> `,
  }
}

function renderMessage(name: string, { properties }: ApiSchema): Html {
  if (properties === undefined) return html``
  const rows = Object.entries(properties).map(([field, schema]) => [
    html`<code>${field}</code>`,
    describeSchema(schema),
  ])
  return html`<section class="message" id="${messageId(name)}">
    <h3><a class="anchor" href="#${messageId(name)}">${name}</a></h3>
    ${renderTable(['Field', 'Is'], rows)}
  </section> `
}

function groupId(name: string): string {
  return name.toLowerCase()
}
