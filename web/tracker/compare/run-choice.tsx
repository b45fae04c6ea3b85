import type { JSX } from 'preact'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { loadRegion } from '../data/load-region.ts'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import type { Subject } from '../data/subject.ts'
import { useQuery } from '../data/use-query.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import { withComparedRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { WITH_MAX } from '../view/view.ts'

/** Maximum number of runs offered per region. */
const RUNS_MAX = 8

/** Props of {@link RunChoice}. */
export interface RunChoiceProps {
  readonly page: PageProps
  readonly subject: Subject
  /** Unix ms. */
  readonly nowMs: number
}

/** Renders the runs of every region to choose from. */
export function RunChoice({ page, subject, nowMs }: RunChoiceProps): JSX.Element {
  const { view, messages } = page
  const { value: runs } = useQuery<readonly GameRun[]>({
    key: 'runs',
    load: async (signal) =>
      (await Promise.all(REGIONS.map((region) => loadRegion(region, signal)))).flatMap(
        (one) => one.runs,
      ),
  })
  if (runs === undefined) return <p class="quiet">{messages.loading}</p>
  const mine = subject.run && runName(subject.run)
  const others = runs.filter((run) => runName(run) !== mine && run.startsAtMs <= nowMs)
  if (others.length === 0) return <p class="quiet">{messages.compareNone}</p>
  const regions = [view.region, ...REGIONS.filter((region) => region !== view.region)]
  return (
    <div class="run-choice">
      {regions.map((region) => {
        const some = others.filter((run) => run.region === region).slice(0, RUNS_MAX)
        return (
          some.length > 0 && (
            <fieldset key={region} class="runs" data-region={region}>
              <legend>
                <span class="region-dot" />
                {messages.regions[region]}
              </legend>
              {some.map((run) => (
                <RunBox key={runName(run)} page={page} run={run} />
              ))}
            </fieldset>
          )
        )
      })}
    </div>
  )
}

function RunBox({ page, run }: { readonly page: PageProps; readonly run: GameRun }): JSX.Element {
  const { view, format, choose } = page
  const isChosen = view.with.includes(runName(run))
  return (
    <label class="chip">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isChosen && view.with.length >= WITH_MAX}
        onChange={() => choose(withComparedRun(view, run))}
      />
      {nameOfRun(run, page)} <span class="quiet">{format.start(run)}</span>
    </label>
  )
}
