import type { JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import { elapsedFormat } from '../../../src/history/charts/draw/elapsed-format.ts'
import { HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { LoadedComparison } from '../data/load-timeline.ts'
import { runName } from '../data/run-name.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { lastPoint, runDifference, type RunDifference } from './run-difference.ts'

/** Props of {@link CompareTable}. */
export interface CompareTableProps {
  readonly page: PageProps
  readonly comparison: LoadedComparison
  readonly ranks: readonly number[]
}

/** Renders how each rank stands against the other runs, at the same time since their starts. */
export function CompareTable({
  page,
  comparison,
  ranks,
}: CompareTableProps): JSX.Element | undefined {
  const { messages, format } = page
  const [own, ...others] = comparison.runs
  if (own === undefined || others.length === 0) return undefined
  const points = new Map(ranks.map((rank) => [rank, lastPoint(rank, own.entries)]))
  const atMs = Math.max(...[...points.values()].map((point) => point?.atMs ?? 0))
  return (
    <>
      <p class="quiet">
        {messages.compareTable} ({elapsedFormat(page.lang)(atMs)})
      </p>
      <div class="scroll" role="region" aria-label={messages.compareTable} tabIndex={0}>
        <table class="rank-table compare-table">
          <thead>
            <tr>
              <th scope="col">{messages.rank}</th>
              {others.map(({ run }, at) => (
                <th scope="col" key={runName(run)}>
                  <i class={`chart-swatch chart-swatch-${String(at + 1)}`} />
                  {nameOfRun(run, page)}
                  <span class="quiet">
                    {messages.regions[run.region]}, {format.start(run)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranks.map((rank) => {
              const point = points.get(rank)
              return (
                <tr key={rank} class={`rank-${String(rankColor(rank) + 1)}`}>
                  <th scope="row">{messages.rankShort(format.number(rank))}</th>
                  {others.map(({ run, entries }) => (
                    <td key={runName(run)}>
                      <Difference
                        page={page}
                        difference={point && runDifference(point, rank, entries)}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Difference({
  page: { messages, format },
  difference,
}: {
  readonly page: PageProps
  readonly difference: RunDifference | undefined
}): JSX.Element {
  if (difference === undefined) return <span class="quiet">–</span>
  const { points, part, aheadMs } = difference
  return (
    <>
      <b class={points < 0 ? 'lower' : 'higher'}>{format.change(Math.round(points))}</b>
      <span class="quiet">{part !== undefined && format.percent(part)}</span>{' '}
      {aheadMs !== undefined && (
        <span class="quiet">
          {(aheadMs < 0 ? messages.behind : messages.ahead)(
            format.tenths(Math.abs(aheadMs) / HOUR_MS),
          )}
        </span>
      )}
    </>
  )
}
