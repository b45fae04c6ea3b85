import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { CurveFormats } from './curve-formats.ts'
import type { CurveProps } from './curve-props.ts'
import { describeGap } from './curve-readout.tsx'
import { curveWords } from './curve-words.ts'
import { toTableRows } from './table-rows.ts'

/** The same data as a table, for those to whom a drawing says nothing. It is made when somebody opens it. */
export function CurveTable(props: CurveProps & { readonly formats: CurveFormats }): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <details
      class="curve-table"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{props.texts.showTable}</summary>
      {open && <Rows {...props} />}
    </details>
  )
}

function Rows({
  axis,
  lines,
  gaps,
  lang,
  texts,
  formats,
}: CurveProps & { readonly formats: CurveFormats }): JSX.Element {
  const { rows, leftOut } = toTableRows(lines, gaps)
  return (
    <div class="curve-table-scroll" role="region" aria-label={texts.title} tabIndex={0}>
      <table>
        <caption>{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{axis === 'time' ? texts.time : texts.sinceStart}</th>
            {lines.map((line) => (
              <th scope="col" key={line.key}>
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            'gap' in row ? (
              <tr class="curve-table-gap" key={`gap${String(row.gap.fromMs)}`}>
                <th scope="row">{formats.moment(row.gap.fromMs)}</th>
                <td colSpan={lines.length}>{describeGap(row.gap, { formats, texts })}</td>
              </tr>
            ) : (
              <tr key={row.atMs}>
                <th scope="row">{formats.moment(row.atMs)}</th>
                {row.points.map((point, place) => (
                  <td key={lines[place]?.key}>
                    {point === undefined
                      ? ''
                      : point.points === undefined
                        ? texts.nobody
                        : formats.whole(point.points)}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
      {leftOut > 0 && <p>{curveWords(lang).leftOut.replace('{count}', formats.whole(leftOut))}</p>}
    </div>
  )
}
