import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ChartFormats } from './chart-formats.ts'
import type { ChartProps } from './chart-props.ts'
import { describeGap } from './chart-readout.tsx'
import { chartLabels } from './chart-labels.ts'
import { toTableRows } from './table-rows.ts'
import { concerns } from './to-plot-data.ts'

/** Renders the data of the chart as a table, created when first opened. */
export function ChartTable(props: ChartProps & { readonly formats: ChartFormats }): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <details
      class="chart-table"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{props.messages.showTable}</summary>
      {open && <Rows {...props} />}
    </details>
  )
}

function Rows({
  axis,
  lines,
  gaps,
  lang,
  messages,
  formats,
}: ChartProps & { readonly formats: ChartFormats }): JSX.Element {
  const { rows, leftOut } = toTableRows(lines, gaps)
  return (
    <div class="chart-table-scroll" role="region" aria-label={messages.title} tabIndex={0}>
      <table>
        <caption>{messages.title}</caption>
        <thead>
          <tr>
            <th scope="col">{axis === 'time' ? messages.time : messages.sinceStart}</th>
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
              <tr
                class="chart-table-gap"
                key={`gap${String(row.gap.fromMs)}${row.gap.keys?.[0] ?? ''}`}
              >
                <th scope="row">{formats.moment(row.gap.fromMs)}</th>
                {row.gap.keys === undefined ? (
                  <td colSpan={lines.length}>{describeGap(row.gap, { formats, messages })}</td>
                ) : (
                  lines.map((line) => (
                    <td key={line.key}>
                      {concerns(row.gap, line) && describeGap(row.gap, { formats, messages })}
                    </td>
                  ))
                )}
              </tr>
            ) : (
              <tr key={row.atMs}>
                <th scope="row">{formats.moment(row.atMs)}</th>
                {row.points.map((point, place) => (
                  <td key={lines[place]?.key}>
                    {point === undefined
                      ? ''
                      : point.points === undefined
                        ? messages.noPlayer
                        : formats.value(point.points)}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
      {leftOut > 0 && <p>{chartLabels(lang).leftOut.replace('{count}', formats.whole(leftOut))}</p>}
    </div>
  )
}
