import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import {
  plain,
  type AdminPage,
  type AdminPages,
} from '../../platform/http/server/admin-listener.ts'
import {
  EXPOSITION_TYPES,
  expositionFormat,
  writeExposition,
} from '../../platform/telemetry/metrics/exposition.ts'
import type { WorkerSnapshot } from './worker-snapshot.ts'
import { REGIONS } from '../../game/region.ts'
import { STORES } from '../../platform/telemetry/store-state.ts'
import type { ServiceState } from './service-state.ts'

/**
 * Creates the pages of the admin listener from a snapshot of the node. `/readyz` is text, or JSON
 * if the client accepts JSON.
 */
export function createAdminPages(readSnapshot: () => Awaitable<WorkerSnapshot>): AdminPages {
  return {
    '/livez': () => plain(200, 'live'),
    '/readyz': async (accept) => {
      const { state } = await readSnapshot()
      const status = state.ready ? 200 : 503
      if (accept?.includes('application/json') !== true) {
        return { ...plain(status, ''), body: writeReadiness(state) }
      }
      const { ready, listening, draining, overloaded, stores, gateways } = state
      return json(status, { ready, listening, draining, overloaded, stores, gateways })
    },
    '/metrics': async (accept) => {
      const format = expositionFormat(accept)
      const body = writeExposition((await readSnapshot()).metrics, format)
      return { status: 200, contentType: EXPOSITION_TYPES[format], body }
    },
    '/status': async () => json(200, (await readSnapshot()).status),
  }
}

function json(status: number, value: unknown): AdminPage {
  return { status, contentType: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` }
}

/** Renders readiness for people: the first line is the result, then the state of each part. */
function writeReadiness({
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
    ...REGIONS.map((region) => `gateway ${region.padEnd(5)} ${stateText(gateways[region].state)}`),
    '',
  ].join('\n')
}

/**
 * A gateway that is down leaves the node ready: other regions work, and other nodes use the same
 * gateway.
 */
function stateText(state: ServiceState['gateways']['tw']['state']): string {
  return state.replace('_', ' ')
}
