import { REGIONS } from '../game/region.ts'

/** Parts of the service whose state the status page shows. */
export const COMPONENTS = [
  'api',
  'public',
  'live',
  'pictures',
  'portal',
  ...REGIONS.map((region) => `gateway-${region}` as const),
  ...REGIONS.map((region) => `collector-${region}` as const),
] as const

/** One of {@link COMPONENTS}. */
export type Component = (typeof COMPONENTS)[number]

/** How much an incident affects its components. */
export const IMPACTS = ['none', 'minor', 'major', 'critical'] as const

/** One of {@link IMPACTS}. */
export type Impact = (typeof IMPACTS)[number]

/** Progress of an incident; the last one ends it. */
export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const

/** Progress of planned maintenance; the last one ends it. */
export const MAINTENANCE_STATES = ['scheduled', 'in_progress', 'verifying', 'completed'] as const

/** A state of an incident or of planned maintenance. */
export type IncidentState = (typeof INCIDENT_STATES)[number] | (typeof MAINTENANCE_STATES)[number]

/** Maximum characters of a title. */
export const TITLE_MAX = 200

/** Maximum characters of the text of an update. */
export const TEXT_MAX = 2_000

/** Maximum updates of one incident. */
export const UPDATES_MAX = 100

/** Message of the operator about an incident. */
export interface IncidentUpdate {
  readonly updateId: string
  readonly atMs: number
  readonly state: IncidentState
  readonly text: string
}

/** Incident or planned maintenance, written by the operator. Times in Unix milliseconds. */
export interface Incident {
  readonly incidentId: string
  readonly title: string
  readonly impact: Impact
  readonly components: readonly Component[]
  readonly createdAtMs: number
  /** Window of planned maintenance; `undefined` for an incident. */
  readonly window: MaintenanceWindow | undefined
  /** When it ended; `undefined` while it lasts. */
  readonly endedAtMs: number | undefined
  /** Newest first; the first one has the current state. At least one. */
  readonly updates: readonly IncidentUpdate[]
}

/** Period of planned maintenance, in Unix milliseconds. */
export interface MaintenanceWindow {
  readonly fromMs: number
  readonly untilMs: number
}

/** Incident to create. */
export type NewIncident = Pick<Incident, 'title' | 'impact' | 'components' | 'window'> &
  Pick<IncidentUpdate, 'state' | 'text'>

/** Incidents and planned maintenance. */
export interface IncidentStore {
  create(incident: NewIncident): Promise<Incident>
  /** Adds an update; `undefined`: the incident is unknown or has {@link UPDATES_MAX}. */
  update(
    incidentId: string,
    update: Pick<IncidentUpdate, 'state' | 'text'>,
  ): Promise<Incident | undefined>
  /** Deletes an incident with its updates. Returns whether it existed. */
  remove(incidentId: string): Promise<boolean>
  /** Returns open incidents and those since this time (Unix ms), newest first; at most 100. */
  list(sinceMs: number): Promise<readonly Incident[]>
}

/** Returns the current state of an incident. */
export function stateOf({ updates, window }: Incident): IncidentState {
  return updates[0]?.state ?? (window === undefined ? 'investigating' : 'scheduled')
}

/** Returns whether a state ends an incident. */
export function isFinal(state: IncidentState): boolean {
  return state === 'resolved' || state === 'completed'
}

/** Returns whether maintenance is under way: in its window and not ended. */
export function isUnderWay({ window, endedAtMs }: Incident, nowMs: number): boolean {
  if (window === undefined || endedAtMs !== undefined) return false
  return window.fromMs <= nowMs && nowMs < window.untilMs
}
