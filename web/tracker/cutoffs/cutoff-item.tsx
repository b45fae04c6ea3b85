import { Fragment, type JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import { Icon } from '../../shared/components/icon.tsx'
import { PlayerLink } from '../player/player-link.tsx'
import { withRankAlone } from '../view/change-view.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import type { CutoffRow } from './cutoff-rows.ts'

/** Player names shown per rank; further ones are counted. */
const HOLDERS_MAX = 2

/** Props of {@link CutoffItem}. */
export interface CutoffItemProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly row: CutoffRow
  /** Where the rank is predicted to end, as text; default: nothing is known about it. */
  readonly end?: string | undefined
  /** Whether the reader follows the rank: it is in the chart. */
  readonly isFollowed: boolean
  /** Whether the list offers to follow ranks. */
  readonly isPicking: boolean
  /** Follows the rank, or no longer; `undefined` if that is not possible. */
  readonly onFollow: (() => void) | undefined
  /** Unix ms. */
  readonly nowMs: number
}

/**
 * Renders a rank in two lines: rank, points and speed; player, distance to the next rank, and the
 * last change. A third line says where it is predicted to end. Choosing it shows it alone in the
 * chart.
 */
export function CutoffItem(props: CutoffItemProps): JSX.Element {
  const { page, row, isFollowed, isPicking, onFollow } = props
  const { messages, format, view } = page
  const { rank, place } = row
  const isAlone = view.rank === rank
  return (
    <li
      class={`cutoff rank-${String(rankColor(rank) + 1)}`}
      data-rank={rank}
      {...(isAlone && { 'data-alone': true })}
    >
      {isPicking && (
        <label class="cutoff-follow">
          <input
            type="checkbox"
            checked={isFollowed}
            disabled={onFollow === undefined}
            aria-label={messages.followRank(format.number(rank))}
            onChange={onFollow}
          />
          <Icon name="check" />
        </label>
      )}
      {place === undefined ? (
        <p class="cutoff-body">
          <b class="cutoff-rank">{messages.rankShort(format.number(rank))}</b>
          <span class="cutoff-empty">{messages.noPlayer}</span>
        </p>
      ) : (
        <div class="cutoff-body">
          <CutoffBody {...props} place={place} isAlone={isAlone} />
        </div>
      )}
    </li>
  )
}

/** The button covers the row; the names of the players lie above it. */
function CutoffBody({
  page,
  subject,
  row,
  end,
  place,
  isAlone,
  nowMs,
}: CutoffItemProps & {
  readonly place: NonNullable<CutoffRow['place']>
  readonly isAlone: boolean
}): JSX.Element {
  const { messages, format, view } = page
  const { rank, speed, changedMs } = row
  const others = place.holders.length - HOLDERS_MAX
  return (
    <>
      <button
        type="button"
        class="cutoff-choose"
        aria-pressed={isAlone}
        title={isAlone ? messages.showAllRanks : messages.showAlone}
        onClick={() => page.choose(withRankAlone(view, rank))}
      >
        <b class="cutoff-rank">{messages.rankShort(format.number(rank))}</b>{' '}
        <b class="cutoff-points">
          {format.number(place.points)}
          <span class="spoken"> {messages.pointsUnit}</span>
        </b>{' '}
        {speed !== undefined && <Speed page={page} speed={speed} />}
      </button>{' '}
      <span class="cutoff-player">
        {place.holders.slice(0, HOLDERS_MAX).map((player, at) => (
          <Fragment key={player.id}>
            {at > 0 && ' · '}
            <PlayerLink page={page} subject={subject} player={player} />
          </Fragment>
        ))}
        {others > 0 && ` ${messages.more(others)}`}
      </span>{' '}
      <span class="cutoff-gap">{gapOf(row, page)}</span>{' '}
      <span class="cutoff-changed">
        {changedMs !== undefined && format.ago(Math.max(1_000, nowMs - changedMs))}
      </span>{' '}
      {end !== undefined && end !== '' && <span class="cutoff-end">{end}</span>}
    </>
  )
}

function Speed({
  page: { messages, format },
  speed,
}: {
  readonly page: PageProps
  readonly speed: NonNullable<CutoffRow['speed']>
}): JSX.Element {
  const { perHour = 0, unknown } = speed
  if (unknown !== undefined) {
    return <span class="cutoff-speed quiet">{messages.speedUnknown[unknown]}</span>
  }
  return (
    <span class={`cutoff-speed ${perHour > 0 ? 'rising' : 'still'}`}>
      {messages.perHour(format.compactChange(perHour))}
    </span>
  )
}

function gapOf({ rank, above, below }: CutoffRow, { messages, format }: PageProps): string {
  if (above !== undefined) {
    const other = messages.rankShort(format.number(above.rank))
    return messages.gapTo(format.short(above.points), other)
  }
  if (rank !== 1 || below === undefined) return ''
  return messages.leadOver(
    format.short(below.points),
    messages.rankShort(format.number(below.rank)),
  )
}
