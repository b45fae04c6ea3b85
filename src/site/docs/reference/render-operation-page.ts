import type { ApiSchema } from '../../api-document.ts'
import { html, type Html, type Part } from '../../layout/html.ts'
import type { PageContent } from '../../layout/render-layout.ts'
import { renderCode } from '../render-code.ts'
import { renderLine, renderMarkdown } from '../render-markdown.ts'
import { renderTable } from '../render-table.ts'
import { describeSchema, messageId } from './describe-schema.ts'
import { findOperation, groupSlug, listGroups, type Reference } from './reference.ts'
import type { ReferenceAnswer, ReferenceError, ReferenceOperation } from './reference.ts'
import { referenceNavigation } from './reference-navigation.ts'
import { breakable, renderRequest } from './render-request.ts'

/**
 * Renders the page of an operation: what it needs, its request with code that follows what is
 * filled in, its response beside an example, and its errors. Throws if the reference lacks it.
 */
export function renderOperationPage(reference: Reference, id: string, origin: string): PageContent {
  const operation = findOperation(reference, id)
  const { path, summary, description, group } = operation
  const groupPath = `${reference.path}/${groupSlug(group)}`
  return {
    title: summary,
    description: `${summary}: parameters, code, response, errors, and a form to try it.`,
    path,
    isWide: true,
    scripts: ['/docs/assets/try-it.js'],
    styles: ['/docs/assets/reference.css'],
    navigation: referenceNavigation(reference, group),
    body: html`<article class="operation" id="${id}">
      <p class="note crumbs">
        <a href="${reference.path}">${reference.title}</a> › <a href="${groupPath}">${group}</a>
      </p>
      <h1>${summary}</h1>
      <div class="prose">${renderMarkdown(description, (target) => target).body}</div>
      ${factsOf(operation)}
      <h2 id="request"><a class="anchor" href="#request">Request</a></h2>
      ${renderRequest(operation, origin)}
      <h2 id="response"><a class="anchor" href="#response">Response</a></h2>
      ${responseOf(operation.answer)}
      <h2 id="errors"><a class="anchor" href="#errors">Errors</a></h2>
      ${errorsOf(operation.errors)} ${neighborsOf(reference, id)}
    </article>`,
  }
}

function factsOf({ id, isKeyed, scope, forms, method, pythonMethod }: ReferenceOperation): Html {
  const access = !isKeyed
    ? html`none: it is open to everybody, with <a href="/docs/public-data">limits by network</a>`
    : scope === undefined
      ? 'any, whatever its scopes and regions'
      : html`with the scope <code>${scope}</code>, which you choose
          <a href="/docs/portal">in the portal</a>`
  const facts: readonly (readonly [name: string, value: Part])[] = [
    [
      forms.length === 1 ? 'Path' : 'Paths',
      html`<ul class="forms">
        ${forms.map((form) => html`<li><span class="method">GET</span> <code>${breakable(form)}</code></li>`)}
      </ul>`,
    ],
    ['Key', access],
    ['Clients', html`<code>${method}</code> in TypeScript, <code>${pythonMethod}</code> in Python`],
    ['Operation', html`<code>${id}</code>`],
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function responseOf({
  contentType,
  description,
  schema,
  messages,
  example,
}: ReferenceAnswer): Html {
  const isJson = contentType === 'application/json'
  const schemaPart = html`<p>
      <code>200</code> <code>${contentType}</code>${isJson && html`: ${describeSchema(schema)}`}.
      ${renderLine(description)}
    </p>
    ${messages.map(([name, message], index) => renderMessage(name, message, index > 0))}`
  if (example === undefined) return schemaPart
  return html`<div class="split">
    <div>${schemaPart}</div>
    <div class="beside">
      <p class="code-label">${renderLine(example.summary)}</p>
      ${renderCode({ code: JSON.stringify(example.value, null, 2) })}
    </div>
  </div>`
}

function renderMessage(
  name: string,
  { description = '', properties = {} }: ApiSchema,
  isNested: boolean,
): Html {
  const fields = Object.entries(properties)
  const isDescribed = fields.some(([, schema]) => schema.description !== undefined)
  return html`<section class="message" id="${messageId(name)}">
    <h3><a class="anchor" href="#${messageId(name)}">${name}</a></h3>
    ${isNested && description !== '' && html`<p>${renderLine(description)}</p>`}
    ${renderTable(
      ['Field', 'Type', ...(isDescribed ? ['Description'] : [])],
      fields.map(([field, schema]) => [
        html`<code>${field}</code>`,
        describeSchema(schema),
        ...(isDescribed ? [renderLine(schema.description ?? '')] : []),
      ]),
    )}
  </section> `
}

function errorsOf(errors: readonly ReferenceError[]): Html {
  return renderTable(
    ['Status', 'Code', 'Description'],
    errors.map(({ status, codes, description }) => [
      status,
      html`${codes.map(
        (code, index) =>
          html`${index > 0 && html`<br />`}<a href="/docs/errors#${code}"><code>${code}</code></a>`,
      )}`,
      renderLine(description),
    ]),
  )
}

/** Renders links to the operations before and after one, in the order of the groups. */
function neighborsOf(reference: Reference, id: string): Html {
  const all = listGroups(reference).flatMap(({ operations }) => operations)
  const at = all.findIndex((operation) => operation.id === id)
  const link = (name: string, to: ReferenceOperation | undefined) =>
    to !== undefined && html`<a href="${to.path}"><span>${name}</span>${to.summary}</a>`
  return html`<nav class="neighbors" aria-label="Other operations">
    ${link('Previous', all[at - 1])} ${link('Next', all[at + 1])}
  </nav>`
}
