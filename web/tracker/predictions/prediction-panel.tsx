import type { JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import { useNow } from '../data/use-now.ts'
import { useQuery } from '../data/use-query.ts'
import { runStateAt } from '../event/run-state.ts'
import type { PageProps } from '../view/page.ts'
import { loadHalfTimePrediction } from './load-prediction.ts'
import type { Interval, PredictionNow, RankEstimate, RunPrediction } from './prediction.ts'
import { describeAccuracy } from './prediction-note.tsx'

/** Props of {@link PredictionPanel}. */
export interface PredictionPanelProps {
  readonly page: PageProps
  readonly run: GameRun
  /** The ranks that the reader follows. */
  readonly ranks: readonly number[]
  /** The newest prediction; `undefined` until it is loaded. */
  readonly now: PredictionNow | undefined
}

/**
 * Renders where followed ranks are predicted to end, with both intervals; for an ended run what was
 * predicted at half time, beside the result.
 */
export function PredictionPanel(props: PredictionPanelProps): JSX.Element | undefined {
  const { page, run } = props
  const messages = page.messages.predictions
  const state = runStateAt(run, useNow())
  if (state === 'upcoming') return undefined
  return (
    <section class="card prediction" aria-labelledby="prediction">
      <div class="card-head">
        <h2 id="prediction">{state === 'ended' ? messages.halfTimeTitle : messages.title}</h2>
      </div>
      {state === 'ended' ? <HalfTime {...props} /> : <Present {...props} />}
      <p class="card-links">
        <a href="/docs/predictions">{messages.how}</a>
      </p>
    </section>
  )
}

function Present({ page, ranks, now }: PredictionPanelProps): JSX.Element | undefined {
  const { format } = page
  const messages = page.messages.predictions
  if (now === undefined) return undefined
  const { prediction } = now
  const accuracy = describeAccuracy(messages, now, (part) => format.share(part))
  const rows = estimatesOf(prediction, ranks)
  if (prediction === undefined || rows.length === 0) return <p>{accuracy}</p>
  const range = ([low, high]: Interval) => `${format.short(low)} – ${format.short(high)}`
  return (
    <>
      <div class="scroll" role="region" aria-label={messages.ranges} tabIndex={0}>
        <table class="rank-table prediction-table">
          <thead>
            <tr>
              <th scope="col">{page.messages.rank}</th>
              <th scope="col">{messages.predicted}</th>
              <th scope="col">{messages.half}</th>
              <th scope="col">{messages.nineOfTen}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rank, value, interval50, interval90 }) => (
              <tr key={rank} class={`rank-${String(rankColor(rank) + 1)}`} data-rank={rank}>
                <th scope="row">{page.messages.rankShort(format.number(rank))}</th>
                <td>
                  <b>{format.short(value)}</b>
                </td>
                <td>{range(interval50)}</td>
                <td>{range(interval90)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{accuracy}</p>
      <p class="quiet">
        {!prediction.isRateOnly && `${messages.about(prediction.pastRuns)} `}
        {messages.aboutRanges} {messages.forEnd(format.time(prediction.endsAtMs))}{' '}
        {messages.made(format.time(prediction.madeAtMs))}
      </p>
    </>
  )
}

function HalfTime({ page, run, ranks }: PredictionPanelProps): JSX.Element {
  const { format } = page
  const messages = page.messages.predictions
  const { value: loaded } = useQuery({
    key: `half time/${runName(run)}/${ranks.join(',')}`,
    load: async (signal) => ({ prediction: await loadHalfTimePrediction(run, ranks, signal) }),
  })
  if (loaded === undefined) return <p class="quiet">{page.messages.loading}</p>
  const rows = estimatesOf(loaded.prediction, ranks).filter(({ result }) => result !== undefined)
  if (rows.length === 0) return <p>{messages.halfTimeNone}</p>
  return (
    <>
      <p class="quiet">{messages.halfTimeAbout}</p>
      <div class="scroll" role="region" aria-label={messages.halfTimeTitle} tabIndex={0}>
        <table class="rank-table prediction-table">
          <thead>
            <tr>
              <th scope="col">{page.messages.rank}</th>
              <th scope="col">{messages.halfTime}</th>
              <th scope="col">{messages.final}</th>
              <th scope="col">{messages.difference}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rank, value, result = 0, error = 0 }) => (
              <tr key={rank} class={`rank-${String(rankColor(rank) + 1)}`} data-rank={rank}>
                <th scope="row">{page.messages.rankShort(format.number(rank))}</th>
                <td>{format.short(value)}</td>
                <td>
                  <b>{format.number(result)}</b>
                </td>
                <td>{format.percent(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function estimatesOf(
  prediction: RunPrediction | undefined,
  ranks: readonly number[],
): readonly RankEstimate[] {
  return ranks.flatMap((rank) => prediction?.estimates.get(rank) ?? [])
}
