import type { JSX } from 'preact'
import { useNow } from '../data/use-now.ts'
import type { BoardData } from '../data/use-board.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import { mainRank } from '../view/pick-ranks.ts'
import { describeFreshness } from '../words/describe-freshness.ts'
import { nameOf } from '../words/name-of.ts'

/** What is running, until when, how far the rank is that most look for, and how fresh that is. */
export function NowPanel({
  page,
  subject,
  data,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}): JSX.Element {
  const { texts, format } = page
  const nowMs = useNow()
  const { board } = data
  const { run } = subject
  const state =
    run && (nowMs < run.startsAtMs ? 'coming' : nowMs < run.endsAtMs ? 'running' : 'ended')
  const rank = board && mainRank(board)
  const points = board?.reading?.places.find((place) => place.rank === rank)?.points
  const freshness = board && describeFreshness(board, nowMs, texts, format)
  return (
    <section class="now" aria-labelledby="now">
      <div>
        {state !== undefined && <p class={`state ${state}`}>{texts.states[state]}</p>}
        <h1 id="now">{nameOf(subject, texts)}</h1>
        {run !== undefined && (
          <p class="times">
            <strong>
              {state === 'running' && texts.endsIn(format.duration(run.endsAtMs - nowMs))}
              {state === 'coming' && texts.startsIn(format.duration(run.startsAtMs - nowMs))}
              {state === 'ended' && texts.endedAt(format.relative(run.endsAtMs - nowMs))}
            </strong>{' '}
            <span class="quiet">
              {texts.fromTo(format.time(run.startsAtMs), format.time(run.endsAtMs))}
            </span>
          </p>
        )}
      </div>
      <div>
        {rank !== undefined && points !== undefined && (
          <p class="main-rank">
            <span>{texts.rankNamed(format.number(rank))}</span>
            <strong data-main-points>{format.number(points)}</strong>
            <span>{texts.reached}</span>
          </p>
        )}
        {board !== undefined && points === undefined && <p class="quiet">{texts.noSnapshot}</p>}
        {freshness !== undefined && (
          <p class={`freshness ${freshness.look}`} data-freshness={board?.watched.freshness}>
            {freshness.words}
            {freshness.look === 'good' && data.live === 'open' && (
              <span class="quiet"> {texts.live}</span>
            )}
          </p>
        )}
      </div>
    </section>
  )
}
