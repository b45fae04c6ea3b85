import type { JSX } from 'preact'
import type { BoardData } from '../data/use-board.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import { mainRank } from '../view/pick-ranks.ts'
import { describeFreshness } from '../i18n/describe-freshness.ts'
import { nameOf } from '../i18n/name-of.ts'
import { useEffect, useState } from 'preact/hooks'
import { serverNowMs } from '../data/api-client.ts'

/** Renders the state and times of the run, the points at the main rank, and their freshness. */
export function NowPanel({
  page,
  subject,
  data,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}): JSX.Element {
  const { messages, format } = page
  const nowMs = useNow()
  const { board } = data
  const { run } = subject
  const state =
    run && (nowMs < run.startsAtMs ? 'upcoming' : nowMs < run.endsAtMs ? 'running' : 'ended')
  const rank = board && mainRank(board)
  const points = board?.reading?.places.find((place) => place.rank === rank)?.points
  const freshness = board && describeFreshness(board, nowMs, messages, format)
  return (
    <section class="now" aria-labelledby="now">
      <div>
        {state !== undefined && <p class={`state ${state}`}>{messages.states[state]}</p>}
        <h1 id="now">{nameOf(subject, page)}</h1>
        {run !== undefined && (
          <p class="times">
            <strong>
              {state === 'running' && messages.endsIn(format.duration(run.endsAtMs - nowMs))}
              {state === 'upcoming' && messages.startsIn(format.duration(run.startsAtMs - nowMs))}
              {state === 'ended' && messages.endedAt(format.relative(run.endsAtMs - nowMs))}
            </strong>{' '}
            <span class="quiet">{format.range(run.startsAtMs, run.endsAtMs)}</span>
          </p>
        )}
      </div>
      <div>
        {rank !== undefined && points !== undefined && (
          <p class="main-rank">
            <span>{messages.rankNamed(format.number(rank))}</span>
            <strong data-main-points>{format.number(points)}</strong>
            <span>{messages.pointsUnit}</span>
          </p>
        )}
        {board !== undefined && points === undefined && <p class="quiet">{messages.noSnapshot}</p>}
        {freshness !== undefined && (
          <p class={`freshness ${freshness.tone}`} data-freshness={board?.watched.freshness}>
            {freshness.text}
            {freshness.tone === 'good' && data.live === 'open' && navigator.onLine && (
              <span class="quiet"> · {messages.live}</span>
            )}
          </p>
        )}
      </div>
    </section>
  )
}

/** Returns the server time in Unix ms, updated every second. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
