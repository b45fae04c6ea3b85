import type { JSX } from 'preact'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import { withRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import { ViewLink } from './view-link.tsx'

/** Runs shown without expanding the list. */
const FIRST = 6

/** Maximum number of upcoming runs among them. */
const UPCOMING_MAX = 2

/** Renders links to the runs of the region: the next and the latest ones, the rest collapsed. */
export function EventList({
  page,
  runs,
  shown,
  nowMs,
}: {
  readonly page: PageProps
  readonly runs: readonly GameRun[]
  readonly shown: GameRun | undefined
  readonly nowMs: number
}): JSX.Element | undefined {
  const { messages } = page
  if (runs.length === 0) return undefined
  const begun = runs.filter(({ startsAtMs }) => startsAtMs <= nowMs)
  const upcoming = runs.filter(({ startsAtMs }) => startsAtMs > nowMs)
  const first = [...upcoming.slice(-UPCOMING_MAX), ...begun].slice(0, FIRST)
  const rest = runs.filter((run) => !first.includes(run))
  return (
    <section aria-labelledby="events">
      <h2 id="events">{messages.events}</h2>
      {list(first)}
      {rest.length > 0 && (
        <details>
          <summary>{messages.moreEvents}</summary>
          {list(rest)}
        </details>
      )}
    </section>
  )

  function list(some: readonly GameRun[]): JSX.Element {
    return <ul class="events">{some.map(item)}</ul>
  }

  function item(run: GameRun): JSX.Element {
    const { format, view } = page
    const state = nowMs < run.startsAtMs ? 'upcoming' : nowMs < run.endsAtMs ? 'running' : 'ended'
    const isShown = shown !== undefined && runName(shown) === runName(run)
    return (
      <li key={runName(run)}>
        <ViewLink page={page} to={withRun(view, run)} isCurrent={isShown}>
          {nameOfRun(run, page)}
        </ViewLink>{' '}
        <span class={`state ${state}`}>{messages.states[state]}</span>{' '}
        <span class="quiet">{format.span(run)}</span>
      </li>
    )
  }
}
