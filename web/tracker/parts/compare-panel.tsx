import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { loadRegion } from '../data/load-region.ts'
import type { GameRun } from '../data/read-message.ts'
import { runName, type Subject } from '../data/subject.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { withRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { REGIONS } from '../../words/regions.ts'
import { WITH_MAX } from '../view/view.ts'
import { nameOfRun } from '../words/name-of.ts'

/** So many runs of a region are on offer. */
const RUNS_MAX = 8

/** Which runs stand beside this one; those of other regions are asked for when somebody opens it. */
export function ComparePanel({
  page,
  subject,
  nowMs,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly nowMs: number
}): JSX.Element {
  const { view, texts, format, choose } = page
  const [isOpen, setOpen] = useState(view.with.length > 0)
  const { value: runs } = useLoaded<readonly GameRun[]>({
    key: isOpen ? 'runs' : undefined,
    load: async (signal) =>
      (await Promise.all(REGIONS.map((region) => loadRegion(region, signal)))).flatMap(
        (one) => one.runs,
      ),
  })
  const mine = subject.run && runName(subject.run)
  const others = (runs ?? []).filter((run) => runName(run) !== mine && run.startsAtMs <= nowMs)
  const groups = [view.region, ...REGIONS.filter((region) => region !== view.region)]
    .map((region) => ({
      region,
      runs: others.filter((run) => run.region === region).slice(0, RUNS_MAX),
    }))
    .filter((group) => group.runs.length > 0)
  return (
    <details
      class="compare"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.compare}</summary>
      <p class="quiet">{texts.compareHelp}</p>
      {isOpen && runs === undefined && <p class="quiet">{texts.loading}</p>}
      {runs !== undefined && groups.length === 0 && <p class="quiet">{texts.compareNone}</p>}
      {groups.map((group) => (
        <fieldset key={group.region} class="runs">
          <legend>{texts.regions[group.region]}</legend>
          {group.runs.map((run) => {
            const isChosen = view.with.includes(runName(run))
            return (
              <label key={runName(run)}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && view.with.length >= WITH_MAX}
                  onChange={() => choose(withRun(view, run))}
                />
                {nameOfRun(run, texts)} <span class="quiet">{format.start(run)}</span>
              </label>
            )
          })}
        </fieldset>
      ))}
      {view.with.length > 0 && (
        <button type="button" onClick={() => choose({ ...view, with: [] })}>
          {texts.stopComparing}
        </button>
      )}
    </details>
  )
}
