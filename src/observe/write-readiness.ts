import { REGIONS } from '../domain/region.ts'
import { STORES, type ServiceState } from '../domain/service-state.ts'

/** Says for people whether a node wants traffic, and how each part of it is; the first line decides. */
export function writeReadiness({
  ready,
  listening,
  draining,
  stores,
  gateways,
}: ServiceState): string {
  const node = draining ? 'draining' : listening ? 'listening' : 'starting'
  return [
    ready ? 'ready' : 'not ready',
    '',
    `node          ${node}`,
    ...STORES.map((store) => `${store.padEnd(13)} ${stores[store]}`),
    ...REGIONS.map((region) => `gateway ${region.padEnd(5)} ${words(gateways[region].state)}`),
    '',
  ].join('\n')
}

/** A gateway that is away leaves the node ready: other regions are well, and other nodes have the same gateway. */
function words(state: ServiceState['gateways']['tw']['state']): string {
  return state.replace('_', ' ')
}
