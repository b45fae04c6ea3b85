import type { JSX } from 'preact'
import type { GapSpan } from '../data/parse-message.ts'
import type { PageProps } from '../view/page.ts'
import type { PlayerMoment } from './load-player.ts'
import type { PlayerMessages } from './messages/player-messages.ts'
import { rankSteps, type RankStep } from './rank-steps.ts'

/** Units of the drawing, which is stretched to its place. */
const WIDTH = 1_000
const HEIGHT = 100

/** Height that a rank held all the time keeps free above and below. */
const MARGIN = 12

/** Rows of the table. */
const ROWS_MAX = 100

/** Renders the rank of a player over time, the best on top, and the same as a table. */
export function RankChart({
  page: { messages, format },
  texts,
  moments,
  gaps,
}: {
  readonly page: PageProps
  readonly texts: PlayerMessages
  readonly moments: readonly PlayerMoment[]
  readonly gaps: readonly GapSpan[]
}): JSX.Element | undefined {
  const steps = rankSteps(moments, gaps)
  const [first, last] = [steps[0], moments.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const ranks = steps.map(({ rank }) => rank)
  const [best, worst] = [Math.min(...ranks), Math.max(...ranks)]
  const xOf = (atMs: number) =>
    ((atMs - first.fromMs) / Math.max(1, last.atMs - first.fromMs)) * WIDTH
  const yOf = (rank: number) =>
    best === worst
      ? HEIGHT / 2
      : MARGIN + (Math.log(rank / best) / Math.log(worst / best)) * (HEIGHT - 2 * MARGIN)
  const nameOf = (rank: number) => messages.rankShort(format.number(rank))
  return (
    <figure class="rank-chart">
      <div class="rank-chart-frame">
        <div class="rank-chart-scale" aria-hidden="true">
          <span>{nameOf(best)}</span>
          {best !== worst && <span>{nameOf(worst)}</span>}
        </div>
        <svg
          viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${texts.rankOverTime}: ${nameOf(first.rank)} – ${nameOf(steps.at(-1)!.rank)}`}
        >
          <path d={pathOf(steps, xOf, yOf)} />
        </svg>
      </div>
      <p class="rank-chart-times quiet" aria-hidden="true">
        <span>{format.moment(first.fromMs)}</span>
        <span>{format.moment(last.atMs)}</span>
      </p>
      <details>
        <summary>{messages.chart.showTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.chart.time}</th>
              <th scope="col">{messages.rank}</th>
            </tr>
          </thead>
          <tbody>
            {steps
              .toReversed()
              .slice(0, ROWS_MAX)
              .map(({ rank, fromMs, untilMs }) => (
                <tr key={fromMs}>
                  <td>{format.range(fromMs, untilMs)}</td>
                  <td>{nameOf(rank)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** Returns the path of the steps: level while a rank is held, upright where it changes at once. */
function pathOf(
  steps: readonly RankStep[],
  xOf: (atMs: number) => number,
  yOf: (rank: number) => number,
): string {
  return steps
    .map(({ rank, fromMs, untilMs }, at) => {
      const [x, y, until] = [round(xOf(fromMs)), round(yOf(rank)), round(xOf(untilMs))]
      const goesOn = steps[at - 1]?.untilMs === fromMs
      // A rank seen once is a dot.
      return goesOn ? `V${y}H${until}` : `M${x} ${y}H${Math.max(until, x + 0.1)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
