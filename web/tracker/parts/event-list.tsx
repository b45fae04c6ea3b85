import type { JSX } from 'preact'
import type { GameRun } from '../data/read-message.ts'
import { runName } from '../data/subject.ts'
import { onRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { nameOfRun } from '../words/name-of.ts'
import { Choice } from './choice.tsx'

/** So many runs are seen without opening the rest. */
const FIRST = 6

/** The runs that are known of the region, each a link to its curve: the next one, those that have begun, the others. */
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
  const sorted = [...coming.slice(-1), ...begun, ...coming.slice(0, -1)]
  return (
    <section aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      {list(sorted.slice(0, FIRST))}
      {sorted.length > FIRST && (
        <details>
          <summary>{texts.older}</summary>
          {list(sorted.slice(FIRST))}
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
