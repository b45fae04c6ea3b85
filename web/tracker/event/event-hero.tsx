import type { JSX } from 'preact'
import type { Subject } from '../data/subject.ts'
import { useNow } from '../data/use-now.ts'
import { nameOf } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { ColorField } from './color-field.tsx'
import { Countdown } from './countdown.tsx'
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
  const { run, region, kind, id } = subject
  const state = run && runStateAt(run, nowMs)
  const banner = ownUrl(run?.bannerUrl)
  return (
    <section class="hero" data-region={region} aria-labelledby="event">
      <ColorField seed={`${region}/${kind}/${id}`} />
      {banner !== undefined && <img class="hero-banner" src={banner} alt="" />}
      <div class="hero-text">
        <p class="hero-facts">
          {state !== undefined && <span class={`state ${state}`}>{messages.states[state]}</span>}
          <span>{messages.regions[region]}</span>
          {run?.kind !== undefined && <span>{run.kind}</span>}
          {run?.number !== undefined && run.number > 1 && (
            <span>{messages.runNamed(format.number(run.number))}</span>
          )}
        </p>
        <h1 id="event">{nameOf(subject, page)}</h1>
        {run !== undefined && (
          <p class="hero-times">
            {format.range(run.startsAtMs, run.endsAtMs)} <span>{format.zoneShort}</span>
          </p>
        )}
      </div>
      {run !== undefined && <Countdown page={page} run={run} nowMs={nowMs} />}
      {run !== undefined && (
        <div class="hero-progress" aria-hidden="true">
          <i style={{ inlineSize: `${String(passedOf(run, nowMs) * 100)}%` }} />
        </div>
      )}
    </section>
  )
}

/** Returns the passed part of a run, from 0 to 1. */
function passedOf({ startsAtMs, endsAtMs }: NonNullable<Subject['run']>, nowMs: number): number {
  return Math.min(1, Math.max(0, (nowMs - startsAtMs) / (endsAtMs - startsAtMs)))
}

/** Returns a URL if it is of this server: the page loads nothing from elsewhere. */
function ownUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  return URL.parse(url, location.href)?.origin === location.origin ? url : undefined
}
