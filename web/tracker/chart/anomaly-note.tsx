import type { JSX } from 'preact'
import type { LoadedAnomalies } from '../data/load-timeline.ts'
import type { PageProps } from '../view/page.ts'

/** Anomalies that are listed; further ones are counted. */
const LISTED_MAX = 5

/** Renders the newest anomalies of the chart. */
export function AnomalyNote({
  page,
  anomalies: { list, omitted },
}: {
  readonly page: PageProps
  readonly anomalies: LoadedAnomalies
}): JSX.Element | null {
  const { messages, format } = page
  if (list.length === 0) return null
  const shown = list.slice(-LISTED_MAX).toReversed()
  const more = list.length - shown.length + omitted
  return (
    <ul class="quiet anomalies">
      {shown.map(({ atMs, kind, rank }) => (
        <li key={`${atMs}/${kind}/${rank}`}>
          {messages.anomalies[kind](format.number(rank), format.time(atMs))}
        </li>
      ))}
      {more > 0 && <li>{messages.moreAnomalies(more)}</li>}
    </ul>
  )
}
