import { Type, type Static } from '#libraries/typebox'
import {
  COMPONENTS,
  IMPACTS,
  INCIDENT_STATES,
  MAINTENANCE_STATES,
  TEXT_MAX,
  TITLE_MAX,
} from '../../accounts/incident-store.ts'
import type { PortalOperation } from './portal-operation.ts'
import { id, line, text, timeMs } from './shapes.ts'

const state = Type.Enum([...INCIDENT_STATES, ...MAINTENANCE_STATES])

/** Period of planned maintenance; its end is after its start. */
const window = Type.Object({ fromMs: timeMs, untilMs: timeMs }, { additionalProperties: false })

/** Incident or planned maintenance with its messages, newest first. */
const incident = Type.Object({
  incidentId: id,
  title: Type.String(),
  impact: Type.Enum([...IMPACTS]),
  components: Type.Array(Type.Enum([...COMPONENTS])),
  createdAtMs: timeMs,
  /** Present for planned maintenance. */
  window: Type.Optional(window),
  endedAtMs: Type.Optional(timeMs),
  updates: Type.Array(Type.Object({ updateId: id, atMs: timeMs, state, text: Type.String() })),
})

/** Incidents and planned maintenance, which operators write for the status page. */
export const INCIDENT_OPERATIONS = {
  /** Returns open incidents and those of the last 90 days, newest first. */
  'operator.incidents': {
    method: 'GET',
    path: '/operator/incidents',
    access: 'operator',
    reply: Type.Object({ incidents: Type.Array(incident) }),
  },
  /** Publishes an incident, or planned maintenance if it has a window. */
  'operator.create_incident': {
    method: 'POST',
    path: '/operator/incidents',
    access: 'operator',
    body: Type.Object(
      {
        title: line(TITLE_MAX),
        text: text(TEXT_MAX),
        /** Of an incident; maintenance has none. */
        impact: Type.Enum([...IMPACTS]),
        components: Type.Array(Type.Enum([...COMPONENTS]), {
          maxItems: COMPONENTS.length,
          uniqueItems: true,
        }),
        window: Type.Optional(window),
      },
      { additionalProperties: false },
    ),
    reply: incident,
  },
  /** Adds a message. `resolved` and `completed` end it. */
  'operator.update_incident': {
    method: 'POST',
    path: '/operator/incidents/{incidentId}/update',
    access: 'operator',
    body: Type.Object({ state, text: text(TEXT_MAX) }, { additionalProperties: false }),
    reply: incident,
  },
  /** Deletes what was published by mistake. */
  'operator.remove_incident': {
    method: 'POST',
    path: '/operator/incidents/{incidentId}/remove',
    access: 'operator',
    reply: Type.Object({}),
  },
} as const satisfies Readonly<Record<string, PortalOperation>>

/** An incident in the portal's format. */
export type PortalIncident = Static<typeof incident>
