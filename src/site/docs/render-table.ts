import { html, Html, type Part } from '../layout/html.ts'

/**
 * Renders a table that scrolls horizontally, also by keyboard. On a phone each row becomes a list,
 * so cells repeat their heading and the elements name their roles. `idOf` returns the id of a row
 * that links can target.
 */
export function renderTable(
  headings: readonly Part[],
  rows: readonly (readonly Part[])[],
  idOf: (index: number) => string | undefined = () => undefined,
): Html {
  const labels = headings.map((heading) => new Html(textOf(heading)))
  return html`<div class="scroll" tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${headings.map((heading, column) =>
            // A heading that is empty would be announced as one.
            labels[column]?.text === ''
              ? html`<td role="cell"></td>`
              : html`<th role="columnheader">${heading}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (cells, index) =>
            html`<tr role="row" ${idAttribute(idOf(index))}>
              ${cells.map((cell, column) => html`<td role="cell" data-label="${labels[column]}">${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `
}

function idAttribute(id: string | undefined): Part {
  return id !== undefined && html` id="${id}"`
}

/** Returns the escaped text of a heading, without markup. */
function textOf(heading: Part): string {
  return html`${heading}`.text.replaceAll(/<[^>]*>/g, '').replaceAll('"', '&quot;')
}
