import {
  INCIDENT_STATES,
  MAINTENANCE_STATES,
  type Incident,
  type IncidentState,
  type IncidentStore,
} from '../../accounts/incident-store.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { INCIDENT_OPERATIONS, PortalIncident } from '../contract/incident-operations.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { PortalHandlers } from '../portal-handlers.ts'

/** How far back incidents are listed, in milliseconds. */
const LISTED_MS = 90 * DAY_MS

/** Options of {@link createIncidentHandlers}. */
export interface IncidentHandlerOptions {
  readonly incidents: IncidentStore
  readonly nowMs: () => number
}

/** Creates the handlers of incidents and planned maintenance. */
export function createIncidentHandlers({
  incidents,
  nowMs,
}: IncidentHandlerOptions): PortalHandlers<keyof typeof INCIDENT_OPERATIONS> {
  return {
    'operator.incidents': async () => {
      const found = await incidents.list(nowMs() - LISTED_MS)
      return { incidents: found.map(showIncident) }
    },

    'operator.create_incident': async ({ body: { window, impact, ...about } }) => {
      if (window !== undefined && window.fromMs >= window.untilMs) {
        throw new PortalError('invalid_request', 'The window must end after it starts.')
      }
      const created = await incidents.create({
        ...about,
        window,
        impact: window === undefined ? impact : 'none',
        state: window === undefined ? 'investigating' : 'scheduled',
      })
      return showIncident(created)
    },

    'operator.update_incident': async ({ path: { incidentId }, body }) => {
      const known = (await incidents.list(0)).find((one) => one.incidentId === incidentId)
      if (known === undefined) throw unknown()
      const states: readonly IncidentState[] =
        known.window === undefined ? INCIDENT_STATES : MAINTENANCE_STATES
      if (!states.includes(body.state)) {
        throw new PortalError('invalid_request', `The state must be one of ${states.join(', ')}.`)
      }
      const changed = await incidents.update(incidentId, body)
      if (changed === undefined) {
        throw new PortalError('invalid_request', 'It has the maximum number of messages.')
      }
      return showIncident(changed)
    },

    'operator.remove_incident': async ({ path: { incidentId } }) => {
      if (!(await incidents.remove(incidentId))) throw unknown()
      return {}
    },
  }
}

function showIncident({
  window,
  endedAtMs,
  components,
  updates,
  ...rest
}: Incident): PortalIncident {
  return {
    ...rest,
    components: [...components],
    updates: updates.map((update) => ({ ...update })),
    ...(window !== undefined && { window: { ...window } }),
    ...(endedAtMs !== undefined && { endedAtMs }),
  }
}

function unknown(): PortalError {
  return new PortalError('not_found', 'There is no such incident.')
}
