import { html, type Html } from '../../layout/html.ts'
import type { PageContent } from '../../layout/render-layout.ts'
import { renderLine, renderMarkdown } from '../render-markdown.ts'
import { renderTable } from '../render-table.ts'
import { listGroups, type Reference, type ReferenceGroup } from './reference.ts'
import { referenceNavigation } from './reference-navigation.ts'
import { breakable } from './render-request.ts'

/** Renders the first page of a reference: the rules of the interface, and all its operations. */
export function renderReference(reference: Reference): PageContent {
  const { path, title, description, seeAlso, prefix, document, documents, isKeyed } = reference
  const groups = listGroups(reference)
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return {
    title,
    description,
    path,
    styles: ['/docs/assets/reference.css'],
    navigation: referenceNavigation(reference, ''),
    body: html`<h1>${title}</h1>
      <p class="lead">
        ${count} operations, all of them <code>GET</code>, at <code>${prefix}</code>.
        ${isKeyed ? 'Every request needs a key.' : 'No request needs a key.'}
      </p>
      <p>
        ${renderLine(seeAlso)} For programs:
        ${Object.entries(documents).map(([name, address], index) => [index > 0 && ', ', html`<a href="${address}">${name}</a>`])}.
      </p>
      ${groups.map(
        (group) =>
          html`<section class="group" id="${idOf(group)}">
            <h2><a href="${group.path}">${group.name}</a></h2>
            <p>${group.description}</p>
            ${operationTable(group, prefix)}
          </section> `,
      )}
      <h2 id="rules"><a class="anchor" href="#rules">Rules of every operation</a></h2>
      ${renderMarkdown(document.info.description, (target) => target).body}`,
  }
}

/** Renders the operations of a group. A row has the id of its operation, which old links name. */
function operationTable({ operations }: ReferenceGroup, prefix: string): Html {
  const hasScopes = operations.some(({ scope }) => scope !== undefined)
  return renderTable(
    [
      'Operation',
      prefix.endsWith('{region}') ? 'Path behind the region' : 'Path',
      ...(hasScopes ? ['Scope'] : []),
    ],
    operations.map(({ id, path, summary, forms, scope }) => [
      html`<a href="${path}" data-operation="${id}">${summary}</a>`,
      html`<code>${breakable((forms[0] ?? '').slice(prefix.length))}</code>`,
      ...(scope === undefined ? [] : [html`<code>${scope}</code>`]),
    ]),
    (row) => operations[row]?.id,
  )
}

/** Returns the element id of a group: the last segment of its path. */
function idOf({ path }: ReferenceGroup): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
