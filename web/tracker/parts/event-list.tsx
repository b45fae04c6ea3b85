import type { JSX } from 'preact'
import type { GameRun } from '../data/read-message.ts'
import { runName } from '../data/subject.ts'
import { onRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { nameOfRun } from '../words/name-of.ts'
import { Choice } from './choice.tsx'

/** So many runs are seen without opening the rest. */
const FIRST = 6

/** How many of them may be runs that have not begun. */
const COMING = 2

/** The runs that are known of the region, each a link to its curve: the next ones and those that have begun; the others can be opened. */
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
  const { texts } = page
  if (runs.length === 0) return undefined
  const begun = runs.filter(({ startsAtMs }) => startsAtMs <= nowMs)
  const coming = runs.filter(({ startsAtMs }) => startsAtMs > nowMs)
  const first = [...coming.slice(-COMING), ...begun].slice(0, FIRST)
  const rest = runs.filter((run) => !first.includes(run))
  return (
    <section aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      {list(first)}
      {rest.length > 0 && (
        <details>
          <summary>{texts.older}</summary>
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
    const state = nowMs < run.startsAtMs ? 'coming' : nowMs < run.endsAtMs ? 'running' : 'ended'
    const isShown = shown !== undefined && runName(shown) === runName(run)
    return (
      <li key={runName(run)}>
        <Choice page={page} to={onRun(view, run)} isCurrent={isShown}>
          {nameOfRun(run, texts)}
        </Choice>{' '}
        <span class={`state ${state}`}>{texts.states[state]}</span>{' '}
        <span class="quiet">{format.span(run)}</span>
      </li>
    )
  }
}
