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

/** The names of the JSON documents of the Statuspage API v2. */
export const STATUS_DOCUMENTS = [
  'summary',
  'status',
  'components',
  'incidents',
  'incidents/unresolved',
  'scheduled-maintenances',
  'scheduled-maintenances/upcoming',
  'scheduled-maintenances/active',
] as const

/** The documents by their names. */
export type StatusDocuments = Readonly<Record<(typeof STATUS_DOCUMENTS)[number], object>>

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
  const describe = (select: (incident: Incident) => boolean) =>
    incidents.filter(select).map((incident) => describeIncident(incident, options))
  const isPlanned = ({ window }: Incident) => window !== undefined
  const isOpen = ({ endedAtMs }: Incident) => endedAtMs === undefined
  const unresolved = describe((one) => isOpen(one) && !isPlanned(one))
  const maintenances = (select: (incident: Incident) => boolean) => ({
    page,
    scheduled_maintenances: describe(select),
  })
  return {
    summary: {
      page,
      components,
      incidents: unresolved,
      scheduled_maintenances: describe((one) => isOpen(one) && isPlanned(one)),
      status,
    },
    status: { page, status },
    components: { page, components },
    incidents: { page, incidents: describe((one) => !isPlanned(one)) },
    'incidents/unresolved': { page, incidents: unresolved },
    'scheduled-maintenances': maintenances(isPlanned),
    'scheduled-maintenances/upcoming': maintenances(
      (one) => isOpen(one) && one.window !== undefined && one.window.fromMs > nowMs,
    ),
    'scheduled-maintenances/active': maintenances((one) => isUnderWay(one, nowMs)),
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
