import type { JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import { PointsField } from '../components/points-field.tsx'
import { runName } from '../data/run-name.ts'
import type { Subject } from '../data/subject.ts'
import { useNow } from '../data/use-now.ts'
import type { BoardData } from '../data/use-board.ts'
import { runStateAt } from '../event/run-state.ts'
import type { PageProps } from '../view/page.ts'
import { goalsOf, parsePoints, ranksAround, type Goal, type RankPace } from './standing.ts'

/** Renders where own points stand, and what each followed rank takes. */
export function StandingPanel({
  page,
  subject,
  data: { board, speeds, ranks },
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}): JSX.Element | undefined {
  const { messages, format, preferences, prefer } = page
  const nowMs = useNow()
  const { run } = subject
  if (board?.reading === undefined || run === undefined) return undefined
  if (runStateAt(run, nowMs) !== 'running') return undefined
  const key = runName(run)
  const own = preferences.own.run === key ? preferences.own : { run: key, points: '', speed: '' }
  const points = parsePoints(own.points)
  const paces: readonly RankPace[] = board.reading.places.map((place) => ({
    rank: place.rank,
    points: place.points,
    perHour: speeds.get(place.rank)?.perHour,
  }))
  const leftMs = run.endsAtMs - nowMs
  const followed = paces.filter(({ rank }) => ranks.includes(rank))
  return (
    <section class="card standing" aria-labelledby="standing">
      <div class="card-head">
        <h2 id="standing">{messages.standing}</h2>
      </div>
      <form class="standing-form" onSubmit={(event) => event.preventDefault()}>
        <PointsField
          label={messages.ownPoints}
          value={own.points}
          isWrong={isUnreadable(own.points)}
          onInput={(text) => prefer({ own: { ...own, points: text } })}
        />
        <PointsField
          label={messages.ownSpeed}
          value={own.speed}
          isWrong={isUnreadable(own.speed)}
          onInput={(text) => prefer({ own: { ...own, speed: text } })}
        />
      </form>
      {points === undefined ? (
        <p class="quiet">{messages.standingHelp}</p>
      ) : (
        <>
          <p class="standing-place" role="status">
            {describePlace(page, paces, points)}
          </p>
          <ol class="goals">
            {goalsOf(followed, { points, perHour: parsePoints(own.speed) }, leftMs).map((goal) => (
              <GoalItem key={goal.rank} page={page} goal={goal} />
            ))}
          </ol>
          <p class="quiet">{messages.standingNote(format.duration(leftMs))}</p>
        </>
      )}
    </section>
  )
}

function isUnreadable(text: string): boolean {
  return text !== '' && parsePoints(text) === undefined
}

function GoalItem({ page, goal }: { readonly page: PageProps; readonly goal: Goal }): JSX.Element {
  const { messages, format } = page
  const { rank, missing, neededPerHour, reachedInMs } = goal
  return (
    <li class={`goal rank-${String(rankColor(rank) + 1)}`} data-rank={rank}>
      <b class="goal-rank">{messages.rankShort(format.number(rank))}</b>
      <span class={`goal-missing ${missing <= 0 ? 'higher' : ''}`}>
        {missing <= 0
          ? messages.aheadBy(format.number(-missing))
          : messages.missing(format.number(missing))}
      </span>
      <span class="goal-needed">
        {neededPerHour === undefined
          ? ''
          : neededPerHour === 0
            ? messages.safe
            : (missing <= 0 ? messages.toHold : messages.toReach)(
                messages.perHour(format.number(neededPerHour)),
              )}
      </span>
      {reachedInMs !== undefined && reachedInMs > 0 && (
        <span class="goal-time">{messages.reachedIn(format.duration(reachedInMs))}</span>
      )}
    </li>
  )
}

function describePlace(
  { messages, format }: PageProps,
  paces: readonly RankPace[],
  points: number,
): string {
  const { above, below } = ranksAround(paces, points)
  const name = ({ rank }: RankPace) => messages.rankShort(format.number(rank))
  if (above === undefined) return below === undefined ? '' : messages.atTop(name(below))
  if (below === undefined) return messages.belowAll(name(above))
  return messages.between(name(above), name(below))
}
