import type { JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import type { CutoffRow, RankGap } from '../cutoffs/cutoff-rows.ts'
import type { Reading } from '../data/parse-message.ts'
import type { PageProps } from '../view/page.ts'
import { LADDER_MESSAGES } from './ladder-messages.ts'

/** Renders ranks with their distance to the rank above and below. */
export function LadderTable({
  page,
  rows,
  now,
}: {
  readonly page: PageProps
  readonly rows: readonly CutoffRow[]
  /** The newest snapshot, if the rows are of the past. */
  readonly now: Reading | undefined
}): JSX.Element {
  const { messages, lang, format } = page
  const texts = LADDER_MESSAGES[lang]
  return (
    <table class="rank-table ladder-table">
      <thead>
        <tr>
          <th scope="col">{messages.rank}</th>
          <th scope="col">{messages.points}</th>
          <th scope="col">{texts.toAbove}</th>
          <th scope="col">{texts.overBelow}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rank, place, above, below }) => {
          const later = now?.places.find((one) => one.rank === rank)
          return (
            <tr key={rank} class={`rank-${String(rankColor(rank) + 1)}`} data-rank={rank}>
              <th scope="row">
                {messages.rankShort(format.number(rank))}
                <span class="quiet">{place?.holders[0]?.name}</span>
              </th>
              <td>
                <b>{place === undefined ? '–' : format.number(place.points)}</b>
                {place !== undefined && later !== undefined && (
                  <span class="quiet">
                    {texts.since(format.compactChange(later.points - place.points))}
                  </span>
                )}
              </td>
              <td>
                <Distance page={page} to={above} />
              </td>
              <td>
                <Distance page={page} to={below} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Distance({
  page: { messages, format },
  to,
}: {
  readonly page: PageProps
  readonly to: RankGap | undefined
}): JSX.Element {
  if (to === undefined) return <span class="quiet">–</span>
  return (
    <>
      {format.short(to.points)}
      <span class="quiet">{messages.rankShort(format.number(to.rank))}</span>
    </>
  )
}
