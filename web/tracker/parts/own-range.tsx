import type { JSX } from 'preact'
import type { GameRun } from '../data/read-message.ts'
import type { PageProps } from '../view/page.ts'

/** Two times between which the curve is shown. */
export function OwnRange({
  page: { view, texts, choose },
  run,
}: {
  readonly page: PageProps
  readonly run: GameRun | undefined
}): JSX.Element {
  const own = typeof view.range === 'object' ? view.range : undefined
  const fromMs = own?.from ?? run?.startsAtMs
  const untilMs = own?.until ?? run?.endsAtMs
  return (
    <details class="own-range" open={own !== undefined}>
      <summary>{texts.ownRange.title}</summary>
      <form
        key={`${fromMs}/${untilMs}`}
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          const [from, until] = ['from', 'until'].map((name) => {
            const value = given.get(name)
            return typeof value === 'string' ? Date.parse(value) : Number.NaN
          })
          if (from !== undefined && until !== undefined && from < until) {
            choose({ ...view, range: { from, until } })
          }
        }}
      >
        <label>
          <span>{texts.ownRange.from}</span>
          <input type="datetime-local" name="from" required defaultValue={localTime(fromMs)} />
        </label>
        <label>
          <span>{texts.ownRange.until}</span>
          <input type="datetime-local" name="until" required defaultValue={localTime(untilMs)} />
        </label>
        <button type="submit">{texts.ownRange.show}</button>
      </form>
    </details>
  )
}

/** A time as such a field takes it: in the zone of the reader, without saying so. */
function localTime(ms: number | undefined): string {
  if (ms === undefined) return ''
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
