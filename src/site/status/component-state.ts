import {
  isUnderWay,
  type Component,
  type Impact,
  type Incident,
} from '../../accounts/incident-store.ts'
import type { Region } from '../../game/region.ts'
import { REGION_ORDER } from '../../game/region-order.ts'
import { isPolled } from '../../history/api/is-polled.ts'
import type { PublicEnvelope } from '../../history/api/public-messages.ts'
import type { StoreName, StoreState } from '../../platform/telemetry/store-state.ts'
import type { GatewayState } from '../../upstream/gateway-state.ts'

/** States of a component, from good to bad, with the names of the Statuspage API. */
export const COMPONENT_STATES = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const

/** One of {@link COMPONENT_STATES}. */
export type ComponentState = (typeof COMPONENT_STATES)[number]

/** What the state of each component is derived from. */
export interface StatusFacts {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The status of each region; `undefined` if it cannot be read now. */
  readonly regions: ReadonlyMap<Region, PublicEnvelope<'Status'> | undefined>
  readonly stores: Readonly<Record<StoreName, StoreState>>
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState }>>
  readonly isOverloaded: boolean
  /** Whether this service has a portal. */
  readonly hasPortal: boolean
  /** Newest first. */
  readonly incidents: readonly Incident[]
}

/** The state of a component. */
export interface ComponentStatus {
  readonly component: Component
  readonly state: ComponentState
}

const GATEWAY_COMPONENT_STATES: Readonly<Record<GatewayState, ComponentState>> = {
  unasked: 'operational',
  answering: 'operational',
  failing: 'degraded_performance',
  cut_off: 'major_outage',
  not_set: 'operational',
}

const IMPACT_STATES: Readonly<Record<Impact, ComponentState>> = {
  none: 'operational',
  minor: 'degraded_performance',
  major: 'partial_outage',
  critical: 'major_outage',
}

/**
 * Returns the state of every component that this service has: the worse of what this node sees and
 * what the operator says in an open incident or maintenance under way.
 */
export function describeComponents(facts: StatusFacts): readonly ComponentStatus[] {
  const { stores, isOverloaded, regions, gateways, hasPortal } = facts
  const isDown = stores.accounts === 'away' || stores.quotas === 'away'
  const readable = [...regions.values()].filter((status) => status !== undefined).length
  const history: ComponentState = readable === 0 ? 'major_outage' : 'operational'
  const seen: readonly ComponentStatus[] = [
    {
      component: 'api',
      state: isDown ? 'major_outage' : isOverloaded ? 'degraded_performance' : 'operational',
    },
    { component: 'public', state: history },
    { component: 'live', state: history },
    { component: 'pictures', state: history },
    ...(hasPortal
      ? [
          {
            component: 'portal' as const,
            state:
              stores.accounts === 'away' ? ('major_outage' as const) : ('operational' as const),
          },
        ]
      : []),
    ...REGION_ORDER.filter((region) => gateways[region].state !== 'not_set').map((region) => ({
      component: `gateway-${region}` as const,
      state: GATEWAY_COMPONENT_STATES[gateways[region].state],
    })),
    ...REGION_ORDER.map((region) => ({
      component: `collector-${region}` as const,
      state: collectorState(regions.get(region)),
    })),
  ]
  return seen.map(({ component, state }) => ({
    component,
    state: worse(state, incidentState(facts, component)),
  }))
}

/** Returns the worse of two states. */
export function worse(one: ComponentState, other: ComponentState): ComponentState {
  return COMPONENT_STATES.indexOf(one) > COMPONENT_STATES.indexOf(other) ? one : other
}

/** Returns whether a region is live: its gateway answers and its data are current. */
export function isRegionLive(components: readonly ComponentStatus[], region: Region): boolean {
  const own = new Set<Component>([`gateway-${region}`, `collector-${region}`])
  return components.every(({ component, state }) => !own.has(component) || state === 'operational')
}

function collectorState(status: PublicEnvelope<'Status'> | undefined): ComponentState {
  if (status === undefined) return 'major_outage'
  const open = (status.watches ?? []).filter(({ freshness = 'fresh' }) => isPolled(freshness))
  const gaps = open.filter(({ freshness }) => freshness === 'gap').length
  if (gaps > 0) return gaps === open.length ? 'major_outage' : 'partial_outage'
  return open.some(({ freshness }) => freshness === 'late') ? 'degraded_performance' : 'operational'
}

function incidentState({ incidents, nowMs }: StatusFacts, component: Component): ComponentState {
  return incidents
    .filter((incident) => incident.components.includes(component))
    .map((incident): ComponentState => {
      if (isUnderWay(incident, nowMs)) return 'under_maintenance'
      const isOpen = incident.window === undefined && incident.endedAtMs === undefined
      return isOpen ? IMPACT_STATES[incident.impact] : 'operational'
    })
    .reduce(worse, 'operational')
}
