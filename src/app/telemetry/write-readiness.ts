import { REGIONS } from '../../game/region.ts'
import { STORES } from '../../platform/telemetry/store-state.ts'
import type { ServiceState } from './service-state.ts'

/** Renders readiness for people: the first line is the result, then the state of each part. */
export function writeReadiness({
  ready,
  listening,
  draining,
  overloaded,
  stores,
  gateways,
}: ServiceState): string {
  const listens = listening ? 'listening' : 'starting'
  const node = draining ? 'draining' : overloaded ? 'overloaded' : listens
  return [
    ready ? 'ready' : 'not ready',
    '',
    `node          ${node}`,
    ...STORES.map((store) => `${store.padEnd(13)} ${stores[store]}`),
    ...REGIONS.map((region) => `gateway ${region.padEnd(5)} ${words(gateways[region].state)}`),
    '',
  ].join('\n')
}

/**
 * A gateway that is down leaves the node ready: other regions work, and other nodes use the same
 * gateway.
 */
function words(state: ServiceState['gateways']['tw']['state']): string {
  return state.replace('_', ' ')
}
