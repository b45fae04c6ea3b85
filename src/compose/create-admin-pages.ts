import type { Awaitable } from '../domain/awaitable.ts'
import { plain, type AdminPage, type AdminPages } from '../http/admin-listener.ts'
import {
  EXPOSITION_TYPES,
  expositionFormat,
  writeExposition,
} from '../observe/metrics/write-exposition.ts'
import type { NodeLook } from '../observe/node-look.ts'
import { writeReadiness } from '../observe/write-readiness.ts'

/**
 * Makes the pages of the admin listener of what `look` says of the node. `/readyz` is text for people, and JSON for who
 * accepts that.
 */
export function createAdminPages(look: () => Awaitable<NodeLook>): AdminPages {
  return {
    '/livez': () => plain(200, 'live'),
    '/readyz': async (accept) => {
      const { state } = await look()
      const status = state.ready ? 200 : 503
      if (accept?.includes('application/json') !== true) {
        return { ...plain(status, ''), body: writeReadiness(state) }
      }
      const { ready, listening, draining, stores, gateways } = state
      return json(status, { ready, listening, draining, stores, gateways })
    },
    '/metrics': async (accept) => {
      const format = expositionFormat(accept)
      const body = writeExposition((await look()).metrics, format)
      return { status: 200, contentType: EXPOSITION_TYPES[format], body }
    },
    '/status': async () => json(200, (await look()).status),
  }
}

function json(status: number, value: unknown): AdminPage {
  return { status, contentType: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` }
}
