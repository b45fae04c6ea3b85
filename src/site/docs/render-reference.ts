import type { OperationSpec } from '../../api/operation.ts'
import { lastOf, type ApiDocument, type ApiSchema } from '../api-document.ts'
import { describeSchema, messageId } from './describe-schema.ts'
import { html, type Html } from '../html.ts'
import type { PageContent } from '../render-layout.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderOperation } from './render-operation.ts'
import { renderTable } from './render-table.ts'

/** Where references to messages point to. */
const SCHEMAS = '#/components/schemas/'

/** The form for an API key. */
const KEY_FORM = html`<form class="key" data-key-form hidden>
  <label for="key"
    >Your key, to try requests. It stays on this page and is discarded when you leave.</label
  >
  <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="bkl_…" />
</form>`

/** The reference of an interface. */
export interface ReferenceSource {
  /** The path of the page. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** The path before the region. */
  readonly prefix: string
  readonly operations: Readonly<Record<string, OperationSpec>>
  readonly document: ApiDocument
  /** The first paragraph: number of operations, and links to the documents. */
  readonly introduction: Html
  /** Whether requests need a key. */
  readonly isKeyed: boolean
}

/**
 * Renders the reference of an interface from its document: every operation with a form to try it,
 * and every message.
 */
export function renderReference(source: ReferenceSource): PageContent {
  const { path, title, description: about, prefix, document, introduction, isKeyed } = source
  const operations = listOperations(source)
  const groups = document.tags.map(({ name, description }) => {
    const mine = operations.filter(({ tag }) => tag === name)
    return html`<section class="group" id="${groupId(name)}">
      <h2><a class="anchor" href="#${groupId(name)}">${name}</a></h2>
      <p>${description}</p>
      ${mine.map(({ id, declaration }) => renderOperation({ id, declaration, document, prefix, page: `${path}/${id}` }))}
    </section> `
  })
  return {
    title,
    description: about,
    path,
    scripts: ['/docs/assets/try-it.js'],
    contents: [
      ...document.tags.map(({ name }) => ({ href: `#${groupId(name)}`, name })),
      { href: '#messages', name: 'Messages' },
    ],
    body: html`<h1>${title}</h1>
      ${introduction} ${isKeyed && KEY_FORM}
      <details class="about">
        <summary>Common rules</summary>
        ${renderMarkdown(document.info.description, (target) => target).body}
      </details>
      ${groups}
      <section class="group" id="messages">
        <h2><a class="anchor" href="#messages">Messages</a></h2>
        <p>Any field may be absent: fields with their default value are omitted.</p>
        ${Object.entries(document.components.schemas)
          .filter(([name]) => !name.endsWith('Problem'))
          .map(([name, schema]) => renderMessage(name, schema))}
      </section> `,
  }
}

/**
 * Renders the page of one operation: the operation with a form to try it, and the messages of its
 * response. Throws if the interface has no such operation.
 */
export function renderOperationPage(source: ReferenceSource, id: string): PageContent {
  const { path, title, prefix, document, isKeyed } = source
  const operations = listOperations(source)
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`There is no operation ${id}.`)
  const { declaration, operation, tag } = found
  const names = messageNames(Object.values(operation.responses['200']?.content ?? {}), document)
  return {
    title: operation.summary,
    description: `${operation.summary}: parameters, response, and a form to try it.`,
    path: `${path}/${id}`,
    scripts: ['/docs/assets/try-it.js'],
    contentsTitle: tag,
    contents: operations
      .filter((other) => other.tag === tag)
      .map((other) => ({ href: `${path}/${other.id}`, name: other.operation.summary })),
    body: html`<p class="note">
        <a href="${path}">${title}</a> · <a href="${path}#${groupId(tag)}">${tag}</a>
      </p>
      ${renderOperation({ id, declaration, document, prefix })} ${isKeyed && KEY_FORM}
      ${
        names.length > 0 &&
        html`<h2>Messages</h2>
          <p>Any field may be absent: fields with their default value are omitted.</p>`
      }
      ${names.map((name) => renderMessage(name, document.components.schemas[name] ?? {}))} `,
  }
}

/** Returns the operations of an interface with their first form and their group. */
function listOperations({ operations, prefix, document }: ReferenceSource) {
  return Object.entries(operations).map(([id, declaration]) => {
    const operation = document.paths[`${prefix}{region}${declaration.forms[0]}`]?.get
    if (operation === undefined) throw new Error(`${id} is not in the document.`)
    return { id, declaration, operation, tag: operation.tags[0] ?? '' }
  })
}

/** Returns the names of the messages that a value refers to, directly and indirectly. */
function messageNames(value: unknown, document: ApiDocument): readonly string[] {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, inner] of Object.entries(part)) {
      if (key !== '$ref') visit(inner)
      else if (typeof inner === 'string' && inner.startsWith(SCHEMAS)) {
        const name = lastOf(inner)
        if (names.has(name)) continue
        names.add(name)
        visit(document.components.schemas[name])
      }
    }
  }
  visit(value)
  return [...names]
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
  return name.toLowerCase().replaceAll(' ', '-')
}
