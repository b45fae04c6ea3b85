import type { JSX } from 'preact'
import type { BoardNow } from '../data/parse-message.ts'
import type { PageProps } from '../view/page.ts'
import { ranksOnOffer, toggleRank } from '../view/pick-ranks.ts'
import { RANKS_MAX } from '../view/view.ts'

/** Renders a checkbox per rank of the chart. */
export function RankPicker({
  page: { view, messages, format, choose },
  board,
  shown,
}: {
  readonly page: PageProps
  readonly board: BoardNow
  readonly shown: readonly number[]
}): JSX.Element | undefined {
  const offered = [...new Set([...ranksOnOffer(board), ...shown])].toSorted((a, b) => a - b)
  if (offered.length === 0) return undefined
  const isFull = shown.length >= RANKS_MAX
  return (
    <fieldset class="ranks">
      <legend>{messages.ranksShown}</legend>
      {offered.map((rank) => {
        const isShown = shown.includes(rank)
        const at = shown.indexOf(rank)
        return (
          <label
            key={rank}
            class={`rank ${isShown && view.with.length === 0 ? `color-${(at % 8) + 1}` : ''}`}
          >
            <input
              type="checkbox"
              checked={isShown}
              // The last rank stays checked: an empty list would select the default ranks.
              disabled={isShown ? shown.length === 1 : isFull}
              onChange={() => choose({ ...view, ranks: toggleRank(shown, rank) })}
            />
            {format.number(rank)}
          </label>
        )
      })}
      {isFull && <p class="quiet">{messages.ranksMax(RANKS_MAX)}</p>}
    </fieldset>
  )
}
