import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { loadRegion } from '../data/load-region.ts'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import type { Subject } from '../data/subject.ts'
import { useQuery } from '../data/use-query.ts'
import { withComparedRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { WITH_MAX } from '../view/view.ts'
import { nameOfRun } from '../i18n/name-of.ts'

/** Maximum number of runs offered per region. */
const RUNS_MAX = 8

/** Renders the choice of runs to compare with. Loads the runs of all regions when first opened. */
export function ComparePanel({
  page,
  subject,
  nowMs,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly nowMs: number
}): JSX.Element {
  const { view, messages, format, choose } = page
  const [isOpen, setOpen] = useState(view.with.length > 0)
  const { value: runs } = useQuery<readonly GameRun[]>({
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
      <summary>{messages.compare}</summary>
      <p class="quiet">{messages.compareHelp}</p>
      {isOpen && runs === undefined && <p class="quiet">{messages.loading}</p>}
      {runs !== undefined && groups.length === 0 && <p class="quiet">{messages.compareNone}</p>}
      {groups.map((group) => (
        <fieldset key={group.region} class="runs">
          <legend>{messages.regions[group.region]}</legend>
          {group.runs.map((run) => {
            const isChosen = view.with.includes(runName(run))
            return (
              <label key={runName(run)}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && view.with.length >= WITH_MAX}
                  onChange={() => choose(withComparedRun(view, run))}
                />
                {nameOfRun(run, page)} <span class="quiet">{format.start(run)}</span>
              </label>
            )
          })}
        </fieldset>
      ))}
      {view.with.length > 0 && (
        <button type="button" onClick={() => choose({ ...view, with: [] })}>
          {messages.stopComparing}
        </button>
      )}
    </details>
  )
}
