import { stateOf, type Incident } from '../../accounts/incident-store.ts'
import type { Region } from '../../game/region.ts'
import { newestEntries, type Feed } from '../../history/feeds/feed-entries.ts'
import { fillText, utcMinute } from '../../history/feeds/feed-texts.ts'
import { renderAtom } from '../../history/feeds/render-atom.ts'
import { renderJsonFeed } from '../../history/feeds/render-json-feed.ts'
import type { Language } from '../../platform/language.ts'
import { createStatusFormatter } from './status-formatter.ts'
import { componentName } from './render-overview.ts'
import { STATUS_MESSAGES } from './status-messages.ts'

/** The formats of the feed, with their names and content types. */
export const INCIDENT_FEEDS = {
  atom: { name: 'Atom', type: 'application/atom+xml', render: renderAtom },
  json: { name: 'JSON', type: 'application/feed+json', render: renderJsonFeed },
} as const

/** A format of the feed. */
export type IncidentFeedFormat = keyof typeof INCIDENT_FEEDS

/** Every format. */
export const INCIDENT_FORMATS = ['atom', 'json'] as const satisfies IncidentFeedFormat[]

/** What a feed of incidents is about. */
export interface IncidentFeedQuery {
  readonly format: IncidentFeedFormat
  readonly language: Language
  /** `undefined`: every region. */
  readonly region: Region | undefined
}

/** Options of {@link createIncidentFeed}. */
export interface IncidentFeedOptions {
  readonly incidents: readonly Incident[]
  /** Origin of the server's pages; empty if unknown. */
  readonly origin: string
  readonly nowMs: number
}

/**
 * Creates the feed of incidents and maintenance: an entry for each, which is updated with it. With
 * a region, without those that affect other regions only.
 */
export function createIncidentFeed(
  { format, language, region }: IncidentFeedQuery,
  { incidents, origin, nowMs }: IncidentFeedOptions,
): Feed {
  const formatter = createStatusFormatter(language, nowMs)
  const { overview: messages } = formatter
  const entries = incidents
    .filter((incident) => region === undefined || affects(incident, region))
    .map((incident) => {
      const { incidentId, title, window, createdAtMs, components, updates } = incident
      const planned = window && {
        from: `${utcMinute(window.fromMs)} UTC`,
        until: `${utcMinute(window.untilMs)} UTC`,
      }
      const names = components.map((component) => componentName(messages, component))
      return {
        id: `urn:backline:incident:${incidentId}`,
        atMs: createdAtMs,
        updatedMs: Math.max(createdAtMs, ...updates.map(({ atMs }) => atMs)),
        title: `${messages.incidentStates[stateOf(incident)]}: ${title}`,
        text: [
          ...(planned ? [fillText(messages.window, planned)] : []),
          ...(names.length > 0
            ? [fillText(messages.affected, { components: formatter.list(names) })]
            : []),
          ...updates.map(
            ({ atMs, state, text }) =>
              `${utcMinute(atMs)} UTC · ${messages.incidentStates[state]}: ${text}`,
          ),
        ].join('\n'),
        url: origin === '' ? undefined : `${origin}/status?lang=${language}#${incidentId}`,
      }
    })
  return {
    id: region === undefined ? 'urn:backline:incidents' : `urn:backline:${region}-incidents`,
    title: `${STATUS_MESSAGES[language].title}${region ? ` (${region.toUpperCase()})` : ''} · Backline`,
    language,
    publicUrl: origin,
    path: incidentFeedPath({ format, language, region }),
    pagePath: `/status?lang=${language}`,
    entries: newestEntries(entries),
  }
}

/** Returns the address of a feed from the origin. */
export function incidentFeedPath({ format, language, region }: IncidentFeedQuery): string {
  const query = new URLSearchParams({ language, ...(region && { region }) })
  return `/status/feed.${format}?${query}`
}

/** Returns whether an incident affects a region: all do that name no other region. */
function affects({ components }: Incident, region: Region): boolean {
  const regions = components.flatMap((component) => component.split('-')[1] ?? [])
  return regions.length < components.length || regions.length === 0 || regions.includes(region)
}
