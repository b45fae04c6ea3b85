import type { JSX } from 'preact'
import type { GameRun } from '../../data/parse-message.ts'
import type { PageProps } from '../../view/page.ts'

/** Renders the form for a custom time range. */
export function CustomRange({
  page: { view, messages, choose },
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
      <summary>{messages.customRange.title}</summary>
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
          <span>{messages.customRange.from}</span>
          <input type="datetime-local" name="from" required defaultValue={localTime(fromMs)} />
        </label>
        <label>
          <span>{messages.customRange.until}</span>
          <input type="datetime-local" name="until" required defaultValue={localTime(untilMs)} />
        </label>
        <button type="submit">{messages.customRange.apply}</button>
      </form>
    </details>
  )
}

/** Formats Unix ms as the value of a `datetime-local` input, which is local time without a zone. */
function localTime(ms: number | undefined): string {
  if (ms === undefined) return ''
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
