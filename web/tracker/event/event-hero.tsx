import type { JSX } from 'preact'
import type { Period } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import { useNow } from '../data/use-now.ts'
import { nameOf } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { allowedPicture } from '../view/server-facts.ts'
import { ColorField } from './color-field.tsx'
import { Countdown } from './countdown.tsx'
import { kindName } from './kind-name.ts'
import { runStateAt } from './run-state.ts'

/** Renders the face of a board: name, state, times, countdown, and the passed part of the run. */
export function EventHero({
  page,
  subject,
}: {
  readonly page: PageProps
  readonly subject: Subject
}): JSX.Element {
  const { messages, format } = page
  const nowMs = useNow()
  const { run, region, kind, id, song } = subject
  const period = run ?? song?.period
  const state = period && runStateAt(period, nowMs)
  const eventKind = kindName(run?.kind, messages)
  const banner = allowedPicture(run?.bannerUrl)
  return (
    <section class="hero" data-region={region} aria-labelledby="event">
      <ColorField seed={`${region}/${kind}/${id}`} />
      {banner !== undefined && (
        <img class="hero-banner" src={banner} alt="" referrerpolicy="no-referrer" />
      )}
      <div class="hero-text">
        <p class="hero-facts">
          {state !== undefined && <span class={`state ${state}`}>{messages.states[state]}</span>}
          <span>{messages.regions[region]}</span>
          {eventKind !== undefined && <span>{eventKind}</span>}
          {run?.number !== undefined && run.number > 1 && (
            <span>{messages.runNamed(format.number(run.number))}</span>
          )}
        </p>
        <h1 id="event">{nameOf(subject, page)}</h1>
        {period !== undefined && (
          <p class="hero-times">
            {format.range(period.startsAtMs, period.endsAtMs)} <span>{format.zoneShort}</span>
          </p>
        )}
      </div>
      {period !== undefined && <Countdown page={page} run={period} nowMs={nowMs} />}
      {period !== undefined && (
        <svg class="hero-progress" aria-hidden="true">
          <rect width={`${(passedOf(period, nowMs) * 100).toFixed(2)}%`} height="100%" />
        </svg>
      )}
    </section>
  )
}

/** Returns the passed part of a run, from 0 to 1. */
function passedOf({ startsAtMs, endsAtMs }: Period, nowMs: number): number {
  return Math.min(1, Math.max(0, (nowMs - startsAtMs) / (endsAtMs - startsAtMs)))
}
