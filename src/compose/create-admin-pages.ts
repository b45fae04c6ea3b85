import type { Clock } from '../domain/clock.ts'
import type { ServiceState } from '../domain/service-state.ts'
import { plain, type AdminPage, type AdminPages } from '../http/admin-listener.ts'
import { describeStatus } from '../observe/describe-status.ts'
import {
  EXPOSITION_TYPES,
  expositionFormat,
  writeExposition,
} from '../observe/metrics/write-exposition.ts'
import { writeReadiness } from '../observe/write-readiness.ts'
import type { Instruments } from './open-instruments.ts'

/** What the operator's pages are made of. */
export interface AdminPagesSettings {
  readonly clock: Clock
  readonly metrics: Instruments['metrics']
  readonly readState: () => ServiceState
}

/** Makes the pages of the admin listener. `/readyz` is text for people, and JSON for who accepts that. */
export function createAdminPages({ clock, metrics, readState }: AdminPagesSettings): AdminPages {
  return {
    '/livez': () => plain(200, 'live'),
    '/readyz': (accept) => {
      const state = readState()
      const status = state.ready ? 200 : 503
      if (accept?.includes('application/json') !== true) {
        return { ...plain(status, ''), body: writeReadiness(state) }
      }
      const { ready, listening, draining, stores, gateways } = state
      return json(status, { ready, listening, draining, stores, gateways })
    },
    '/metrics': (accept) => {
      const format = expositionFormat(accept)
      const body = writeExposition(metrics.read(metrics.moment(readState())), format)
      return { status: 200, contentType: EXPOSITION_TYPES[format], body }
    },
    '/status': () => {
      const moment = metrics.moment(readState())
      return json(200, describeStatus(clock.nowMs(), moment, metrics.read(moment)))
    },
  }
}

function json(status: number, value: unknown): AdminPage {
  return { status, contentType: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` }
}
