import { isFinal, isUnderWay, stateOf, type Incident } from '../../accounts/incident-store.ts'
import type { ComponentState, ComponentStatus } from './component-state.ts'

/** How bad the state of the whole service is, with the names of the Statuspage API. */
export type Indicator = 'none' | 'minor' | 'major' | 'critical' | 'maintenance'

/** Names of components in the machine-readable summary. */
const NAMES: Readonly<Record<string, string>> = {
  api: 'Keyed API',
  public: 'Public data',
  live: 'Live stream',
  pictures: 'Chart images',
  portal: 'Developer portal',
}

const DESCRIPTIONS: Readonly<Record<Indicator, string>> = {
  none: 'All Systems Operational',
  minor: 'Minor Service Outage',
  major: 'Partial System Outage',
  critical: 'Major Service Outage',
  maintenance: 'Service Under Maintenance',
}

/** Returns how bad the components are in all. */
export function indicatorOf(components: readonly ComponentStatus[]): Indicator {
  const has = (state: ComponentState) => components.some((one) => one.state === state)
  if (components.some(({ component, state }) => component === 'api' && state === 'major_outage')) {
    return 'critical'
  }
  if (has('major_outage') || has('partial_outage')) return 'major'
  if (has('degraded_performance')) return 'minor'
  return has('under_maintenance') ? 'maintenance' : 'none'
}

/** What the summary is written from. */
export interface SummaryOptions {
  /** URL of the status page; empty if the origin is unknown. */
  readonly url: string
  readonly nowMs: number
  readonly components: readonly ComponentStatus[]
  readonly incidents: readonly Incident[]
}

/** The JSON documents of the Statuspage API v2 by their names. */
export type StatusDocuments = Readonly<
  Record<'summary' | 'status' | 'components' | 'incidents' | 'scheduled-maintenances', object>
>

/** Returns the documents in the shape of the Statuspage API v2, which many widgets read. */
export function describeSummary(options: SummaryOptions): StatusDocuments {
  const { url, nowMs, incidents } = options
  const at = timeText(nowMs)
  const page = { id: 'backline', name: 'Backline', url, time_zone: 'Etc/UTC', updated_at: at }
  const indicator = indicatorOf(options.components)
  const status = { indicator, description: DESCRIPTIONS[indicator] }
  const components = options.components.map(({ component, state }, place) => ({
    id: component,
    name: nameOf(component),
    status: state,
    created_at: at,
    updated_at: at,
    position: place + 1,
    description: null,
    showcase: true,
    start_date: null,
    group_id: null,
    page_id: page.id,
    group: false,
    only_show_if_degraded: false,
  }))
  const all = incidents.map((incident) => describeIncident(incident, options))
  const isPlanned = (one: (typeof all)[number]) => 'scheduled_for' in one
  const open = all.filter(({ resolved_at: resolvedAt }) => resolvedAt === null)
  return {
    summary: {
      page,
      components,
      incidents: open.filter((one) => !isPlanned(one)),
      scheduled_maintenances: open.filter(isPlanned),
      status,
    },
    status: { page, status },
    components: { page, components },
    incidents: { page, incidents: all.filter((one) => !isPlanned(one)) },
    'scheduled-maintenances': { page, scheduled_maintenances: all.filter(isPlanned) },
  }
}

/** Returns the English name of a component. */
export function nameOf(component: string): string {
  const [kind = '', region] = component.split('-')
  if (region === undefined) return NAMES[kind] ?? kind
  return `${kind === 'gateway' ? 'Game gateway' : 'Data collection'} ${region.toUpperCase()}`
}

function describeIncident(incident: Incident, { url, nowMs }: SummaryOptions) {
  const { incidentId, title, impact, window, createdAtMs, endedAtMs, updates, components } =
    incident
  const updatedAt = timeText(updates[0]?.atMs ?? createdAtMs)
  const state = stateOf(incident)
  return {
    id: incidentId,
    name: title,
    status: isUnderWay(incident, nowMs) && state === 'scheduled' ? 'in_progress' : state,
    impact: window === undefined ? impact : 'maintenance',
    created_at: timeText(createdAtMs),
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: endedAtMs === undefined ? null : timeText(endedAtMs),
    started_at: timeText(window?.fromMs ?? createdAtMs),
    shortlink: url === '' ? '' : `${url}#${incidentId}`,
    page_id: 'backline',
    ...(window !== undefined && {
      scheduled_for: timeText(window.fromMs),
      scheduled_until: timeText(window.untilMs),
    }),
    components: components.map((component) => ({ id: component, name: nameOf(component) })),
    incident_updates: updates.map(({ updateId, atMs, state: updateState, text }) => ({
      id: updateId,
      incident_id: incidentId,
      status: updateState,
      body: text,
      created_at: timeText(atMs),
      updated_at: timeText(atMs),
      display_at: timeText(atMs),
      affected_components: null,
      deliver_notifications: false,
      is_final: isFinal(updateState),
    })),
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
