import { html, type Html } from '../../layout/html.ts'
import type { PageContent } from '../../layout/render-layout.ts'
import { renderLine, renderMarkdown } from '../render-markdown.ts'
import { renderTable } from '../render-table.ts'
import { describeSchema } from './describe-schema.ts'
import { listGroups, type Reference, type ReferenceOperation } from './reference.ts'
import { referenceNavigation } from './reference-navigation.ts'
import { breakable } from './render-request.ts'

/**
 * Renders the page of a group: of each operation what it is for, its paths, scope, parameters and
 * response in short. Throws if the reference lacks the group.
 */
export function renderGroup(reference: Reference, name: string): PageContent {
  const group = listGroups(reference).find((one) => one.name === name)
  if (group === undefined) throw new Error(`There is no group ${name}.`)
  const { path, description, operations } = group
  return {
    title: `${name}: ${reference.title.toLowerCase()}`,
    description,
    path,
    styles: ['/docs/assets/reference.css'],
    navigation: referenceNavigation(reference, name),
    body: html`<p class="note crumbs"><a href="${reference.path}">${reference.title}</a></p>
      <h1>${name}</h1>
      <p class="lead">${description}</p>
      ${operations.map(renderEntry)}`,
  }
}

function renderEntry(operation: ReferenceOperation): Html {
  const { id, path, summary, description, forms, answer } = operation
  return html`<section class="entry" id="${id}">
    <h2><a href="${path}">${summary}</a></h2>
    ${renderMarkdown(description, (target) => target).body}
    <ul class="forms">
      ${forms.map((form) => html`<li><span class="method">GET</span> <code>${breakable(form)}</code></li>`)}
    </ul>
    ${parametersOf(operation)}
    <p class="note">
      ${keyOf(operation)} Response: <code>${answer.contentType}</code>.
      <a href="${path}" aria-label="Try it, code, response and errors: ${summary}"
        >Try it, code, response and errors</a
      >
    </p>
  </section> `
}

function keyOf({ isKeyed, scope }: ReferenceOperation): Html | string {
  if (!isKeyed) return 'No key.'
  return scope === undefined ? 'Any key.' : html`Key with the scope <code>${scope}</code>.`
}

function parametersOf({ parameters }: ReferenceOperation): Html | false {
  return (
    parameters.length > 0 &&
    renderTable(
      ['Parameter', 'Type', 'Description'],
      parameters.map(({ queryName, isOptional, schema, description }) => [
        html`<code>${queryName}</code>
          <span class="note">${isOptional ? 'optional' : 'required'}</span>`,
        describeSchema(schema),
        renderLine(firstSentence(description)),
      ]),
    )
  )
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
}
