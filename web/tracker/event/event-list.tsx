import type { JSX } from 'preact'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import { useNow } from '../data/use-now.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import { withRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { ViewLink } from '../components/view-link.tsx'
import { PageLink } from '../header/page-link.tsx'
import { ColorField } from './color-field.tsx'
import { runStateAt, type RunState } from './run-state.ts'

/** Ended runs that are listed. */
const ENDED_MAX = 6

/** Renders links to the runs: running, upcoming (soonest first), ended (newest first). */
export function EventList({
  page,
  runs,
  shown,
}: {
  readonly page: PageProps
  /** Latest start first. */
  readonly runs: readonly GameRun[]
  readonly shown: GameRun | undefined
}): JSX.Element | undefined {
  const { messages } = page
  const nowMs = useNow()
  if (runs.length === 0) return undefined
  const inState = (state: RunState) => runs.filter((run) => runStateAt(run, nowMs) === state)
  const groups = [
    ['running', inState('running')],
    ['upcoming', inState('upcoming').toReversed()],
    ['ended', inState('ended').slice(0, ENDED_MAX)],
  ] as const
  return (
    <section class="card events" aria-labelledby="events">
      <div class="card-head">
        <h2 id="events">{messages.events}</h2>
        <PageLink page={page} to="archive" />
      </div>
      {groups.map(
        ([state, some]) =>
          some.length > 0 && (
            <div key={state} class="event-group">
              <h3 class="quiet">{messages.states[state]}</h3>
              <ul>
                {some.map((run) => (
                  <EventItem
                    key={runName(run)}
                    page={page}
                    run={run}
                    state={state}
                    isShown={shown !== undefined && runName(shown) === runName(run)}
                    nowMs={nowMs}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

function EventItem({
  page,
  run,
  state,
  isShown,
  nowMs,
}: {
  readonly page: PageProps
  readonly run: GameRun
  readonly state: RunState
  readonly isShown: boolean
  readonly nowMs: number
}): JSX.Element {
  const { messages, format, view } = page
  return (
    <li data-region={run.region}>
      <ViewLink page={page} to={withRun(view, run)} isCurrent={isShown} isFromTop>
        <ColorField seed={`${run.region}/event/${run.id}`} isPlain />
        <span class="event-name">{nameOfRun(run, page)}</span>
        <span class="event-time">
          {state === 'running' && messages.endsIn(format.duration(run.endsAtMs - nowMs))}
          {state === 'upcoming' && messages.startsIn(format.duration(run.startsAtMs - nowMs))}
          {state === 'ended' && format.span(run)}
        </span>
      </ViewLink>
    </li>
  )
}
