import type { JSX } from 'preact'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/platform/time/time-units.ts'
import type { Period } from '../data/parse-message.ts'
import type { PageProps } from '../view/page.ts'
import { runStateAt } from './run-state.ts'

const UNITS = [
  ['days', DAY_MS, Infinity],
  ['hours', HOUR_MS, 24],
  ['minutes', MINUTE_MS, 60],
  ['seconds', SECOND_MS, 60],
] as const

/** Renders the time to the start or the end of a run, to the second, or since its end. */
export function Countdown({
  page: { messages, format },
  run,
  nowMs,
}: {
  readonly page: PageProps
  readonly run: Period
  /** Unix ms. */
  readonly nowMs: number
}): JSX.Element {
  const state = runStateAt(run, nowMs)
  if (state === 'ended') {
    return (
      <p class="countdown">
        <b class="countdown-ended">{messages.endedAt(format.relative(run.endsAtMs - nowMs))}</b>
      </p>
    )
  }
  const leftMs = (state === 'upcoming' ? run.startsAtMs : run.endsAtMs) - nowMs
  const sayIn = state === 'upcoming' ? messages.startsIn : messages.endsIn
  const said = sayIn(format.duration(leftMs, 'long'))
  const shown = UNITS.filter(([unit]) => unit !== 'days' || leftMs >= DAY_MS)
  return (
    <p class="countdown">
      <span class="spoken">{said}</span>
      <span class="countdown-label" aria-hidden="true">
        {messages.countdown[state]}
      </span>
      <span class="countdown-time" aria-hidden="true">
        {shown.map(([unit, size, modulus]) => (
          <span key={unit}>
            <b>{digitsOf(Math.floor(leftMs / size) % modulus, unit)}</b>
            <i>{messages.countdown.units[unit]}</i>
          </span>
        ))}
      </span>
    </p>
  )
}

function digitsOf(count: number, unit: (typeof UNITS)[number][0]): string {
  return unit === 'days' ? String(count) : String(count).padStart(2, '0')
}
