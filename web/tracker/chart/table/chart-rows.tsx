import type { JSX } from 'preact'
import { chartLabels } from '../chart-labels.ts'
import { describeGap } from '../chart-readout.tsx'
import type { ChartTableProps } from './chart-table.tsx'
import { toTableRows } from './table-rows.ts'
import { concerns } from '../plot/to-plot-data.ts'

/** Renders the data of the chart as a table. */
export function ChartRows({
  axis,
  lines,
  gaps,
  lang,
  messages,
  formats,
}: ChartTableProps): JSX.Element {
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
