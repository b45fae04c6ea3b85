import { isFinal, stateOf, type Incident } from '../../accounts/incident-store.ts'
import type { Region } from '../../game/region.ts'
import { REGION_ORDER } from '../../game/region-order.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import { html, type Html } from '../layout/html.ts'
import { isRegionLive, type ComponentStatus } from './component-state.ts'
import type { OverviewMessages } from './overview-messages.ts'
import { GAP_NOTE_MESSAGES } from './gap-note-messages.ts'
import type { GapNote } from './gap-notes.ts'
import { firstStatusDay, type StatusDay } from './status-days.ts'
import { fill, type StatusFormatter } from './status-formatter.ts'
import { indicatorOf } from './status-summary.ts'

/** How long ended incidents are listed. */
const PAST_MS = 14 * DAY_MS

/** Share of a day without data from which the day counts as bad. */
const BAD_SHARE = 0.05

/** What the overview shows. */
export interface Overview {
  readonly components: readonly ComponentStatus[]
  /** Newest first. */
  readonly incidents: readonly Incident[]
  /** The last 90 days of each region; empty if they cannot be read now. */
  readonly days: ReadonlyMap<Region, readonly StatusDay[]>
  /** Long gaps in the data, newest first. */
  readonly notes: readonly GapNote[]
}

/** Renders the answer to "is it up?", incidents, maintenance and the state of each component. */
export function renderOverview(formatter: StatusFormatter, overview: Overview): Html {
  const { components, incidents } = overview
  const indicator = indicatorOf(components)
  const live = REGION_ORDER.filter((region) => isRegionLive(components, region)).length
  const open = incidents.filter(({ window, endedAtMs }) => !window && endedAtMs === undefined)
  const planned = incidents.filter(({ window, endedAtMs }) => window && endedAtMs === undefined)
  const { overview: messages, number } = formatter
  const counts = { live: number(live), all: number(REGION_ORDER.length) }
  return html`<p class="answer ${indicator}">
      <strong>${messages.answers[indicator]}</strong>
      <span>${fill(messages.regionsLive, counts)}</span>
    </p>
    ${open.length > 0 && renderIncidents(formatter, messages.incidents, open)}
    ${planned.length > 0 && renderIncidents(formatter, messages.maintenance, planned)}
    <section aria-labelledby="components">
      <h2 id="components">${messages.components}</h2>
      <div class="components">
        ${Map.groupBy(components, ({ component }) => kindOf(component))
          .values()
          .map((group) => renderComponents(messages, group))
          .toArray()}
      </div>
    </section>
    ${overview.days.size > 0 && renderDays(formatter, overview.days)} `
}

function renderComponents(
  messages: OverviewMessages,
  components: readonly ComponentStatus[],
): Html {
  return html`<ul>
    ${components.map(
      ({ component, state }) =>
        html`<li>
          <span>${componentName(messages, component)}</span>
          <span class="state ${state}">${messages.states[state]}</span>
        </li> `,
    )}
  </ul> `
}

/** Returns what the components of all regions have in common: empty for those without a region. */
function kindOf(component: string): string {
  const [kind = '', region] = component.split('-')
  return region === undefined ? '' : kind
}

/** Renders the incidents that ended in the last 14 days, and where programs read all of this. */
export function renderPastIncidents(
  formatter: StatusFormatter,
  { incidents, notes }: Overview,
): Html {
  const { overview: messages, nowMs } = formatter
  const past = incidents.filter(
    ({ endedAtMs }) => endedAtMs !== undefined && endedAtMs > nowMs - PAST_MS,
  )
  return html`${
      past.length > 0
        ? renderIncidents(formatter, messages.pastIncidents, past)
        : html`<section aria-labelledby="past">
            <h2 id="past">${messages.pastIncidents}</h2>
            <p>${messages.noIncidents}</p>
          </section> `
    }
    ${notes.length > 0 && renderNotes(formatter, notes)}
    <p>
      <a href="/status/feed.atom?language=${formatter.language}"
        >${fill(messages.incidentFeed, { format: 'Atom' })}</a
      >
      ·
      <a href="/api/v2/summary.json">${messages.feed}</a>
    </p>`
}

/** Renders the notes that the service writes itself about long gaps. */
function renderNotes(formatter: StatusFormatter, notes: readonly GapNote[]): Html {
  const { messages: names, time } = formatter
  const messages = GAP_NOTE_MESSAGES[formatter.language]
  return html`<section aria-labelledby="notes">
    <h2 id="notes">${messages.title}</h2>
    <p><small>${messages.help}</small></p>
    <ul>
      ${notes.map(
        ({ region, fromMs, untilMs, reason }) =>
          html`<li>
            ${fill(messages.note, {
              region: region.toUpperCase(),
              from: time(fromMs),
              until: untilMs === undefined ? names.lasting : time(untilMs),
              reason: names.reasons[reason],
            })}
          </li> `,
      )}
    </ul>
  </section> `
}

function renderIncidents(
  formatter: StatusFormatter,
  title: string,
  incidents: readonly Incident[],
): Html {
  return html`<section>
    <h2>${title}</h2>
    ${incidents.map((incident) => renderIncident(formatter, incident))}
  </section> `
}

function renderIncident(formatter: StatusFormatter, incident: Incident): Html {
  const { overview: messages, time } = formatter
  const { incidentId, title, window, impact, components, updates } = incident
  const kind = isFinal(stateOf(incident)) ? 'ended' : window === undefined ? impact : 'maintenance'
  const names = components.map((component) => componentName(messages, component))
  return html`<article class="incident ${kind}" id="${incidentId}">
    <h3>${title}</h3>
    ${
      window !== undefined &&
      html`<p>
        ${fill(messages.window, { from: time(window.fromMs), until: time(window.untilMs) })}
      </p>`
    }
    ${names.length > 0 && html`<p>${fill(messages.affected, { components: formatter.list(names) })}</p>`}
    <ul>
      ${updates.map(
        ({ atMs, state, text }) =>
          html`<li>
            <strong>${messages.incidentStates[state]}</strong> <small>${time(atMs)}</small>
            <p>${text}</p>
          </li> `,
      )}
    </ul>
  </article> `
}

function renderDays(formatter: StatusFormatter, days: Overview['days']): Html {
  const { overview: messages } = formatter
  return html`<section aria-labelledby="days">
    <h2 id="days">${messages.days}</h2>
    ${REGION_ORDER.map((region) => renderRegionDays(formatter, region, days.get(region) ?? []))}
    <p class="days-ends" aria-hidden="true">
      <span>${formatter.day(firstStatusDay(formatter.nowMs))}</span>
      <span>${formatter.day(formatter.nowMs)}</span>
    </p>
  </section> `
}

function renderRegionDays(
  formatter: StatusFormatter,
  region: Region,
  days: readonly StatusDay[],
): Html {
  const { overview: messages, nowMs } = formatter
  const known = days.filter(({ gapMs }) => gapMs !== undefined)
  const allMs = known.reduce((sum, { atMs }) => sum + Math.min(DAY_MS, nowMs - atMs), 0)
  const gapMs = known.reduce((sum, day) => sum + (day.gapMs ?? 0), 0)
  const share = allMs === 0 ? '–' : formatter.percent(1 - gapMs / allMs)
  const label = { region: region.toUpperCase(), share, days: String(known.length) }
  return html`<div class="region-days">
    <p id="days-${region}">${fill(messages.daysOf, label)}</p>
    <div class="days" aria-hidden="true">
      ${days.map((day) => html`<span class="${dayClass(day)}" title="${formatDay(formatter, day)}"></span>`)}
    </div>
  </div> `
}

function dayClass({ gapMs }: StatusDay): string {
  if (gapMs === undefined) return 'none'
  if (gapMs === 0) return 'up'
  return gapMs >= DAY_MS * BAD_SHARE ? 'down' : 'some'
}

function formatDay(
  { overview: messages, day }: StatusFormatter,
  { atMs, gapMs }: StatusDay,
): string {
  const text =
    gapMs === undefined ? messages.dayNone : gapMs === 0 ? messages.dayGood : messages.dayGap
  return text
    .replace('{day}', day(atMs))
    .replace('{minutes}', String(Math.max(1, Math.round((gapMs ?? 0) / MINUTE_MS))))
}

/** Returns the name of a component in the language of the texts. */
export function componentName(messages: OverviewMessages, component: string): string {
  const [kind = '', region] = component.split('-')
  if (region === undefined) return messages.names[kind as keyof OverviewMessages['names']]
  const text = kind === 'gateway' ? messages.gateway : messages.collector
  return text.replace('{region}', region.toUpperCase())
}
