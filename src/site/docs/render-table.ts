import { html, type Html, type Part } from '../html.ts'

/** Renders a table that scrolls horizontally, also by keyboard. */
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
