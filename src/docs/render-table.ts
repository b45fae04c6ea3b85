import { html, type Html, type Part } from './html.ts'

/** Writes a table that can be scrolled where it is too wide, by the keyboard too. */
export function renderTable(headings: readonly Part[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `
}
