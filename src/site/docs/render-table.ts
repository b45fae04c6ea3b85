import { html, type Html, type Part } from '../html.ts'

/**
 * Renders a table that scrolls horizontally, also by keyboard. `idOf` returns the id of a row that
 * links can target.
 */
export function renderTable(
  headings: readonly Part[],
  rows: readonly (readonly Part[])[],
  idOf: (index: number) => string | undefined = () => undefined,
): Html {
  return html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells, index) =>
            html`<tr${idAttribute(idOf(index))}>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `
}

function idAttribute(id: string | undefined): Part {
  return id !== undefined && html` id="${id}"`
}
