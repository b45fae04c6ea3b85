import { observation } from '../../platform/telemetry/define-observations.ts'
import { logged, throttled, toError } from '../../platform/telemetry/log-rules.ts'
import { counter, gauge, valueGauge, type Gauge } from '../../platform/telemetry/metrics/family.ts'
import { OVERLOADS, type Overload } from '../../platform/telemetry/overload.ts'
import { STORE } from '../../platform/telemetry/platform-observations.ts'
import { STORES } from '../../platform/telemetry/store-state.ts'
import type { ServiceState } from './service-state.ts'

/** Observations of the process as a whole. */
export const appObservations = {
  /** The process listens, `startMs` after it started. */
  'process.ready': observation<{ readonly address: string; readonly startMs: number }>()({
    log: logged('info'),
  }),
  /** A signal told the process to stop while it served `open` requests. */
  'process.draining': observation<{ readonly signal: string; readonly open: number }>()({
    log: logged('info'),
  }),
  /** The process has stopped. `clean`: every request was finished. */
  'process.stopped': observation<{ readonly clean: boolean }>()({ log: logged('info') }),
  /** A worker exited unexpectedly. A replacement starts after `pauseMs`. */
  'worker.ended': observation<{
    readonly worker: number
    /** An exit status, a signal name, `silence`, or the error code of starting its process. */
    readonly how: string
    readonly pauseMs: number
  }>()({ log: logged('error', 'Worker exited unexpectedly; starting a replacement.') }),
  /** The tracker was sent without its first screen, which could not be rendered. */
  'page.unrendered': observation<{ readonly error: unknown }>()({
    log: ({ error, ...fields }, { throttle }) => {
      const times = throttle(fields.type)
      if (times === undefined) return undefined
      return { level: 'warn', fields: { ...fields, times }, error: toError(error) }
    },
  }),
  /** A request was rejected before any work, since the process is overloaded. */
  'load.shed': observation<{ readonly overload: Overload }>()({
    log: throttled(({ overload }: { readonly overload: Overload }) => overload),
    metrics: {
      shed: counter(
        'backline_requests_shed_total',
        'Requests rejected before any work, by the overloaded resource.',
        { overload: { kind: 'overload', values: OVERLOADS } },
      ),
    },
    count:
      ({ shed }) =>
      ({ overload }) =>
        void (shed.at(overload).value += 1),
  }),
}

/** Whether the node accepts traffic. Also read for a node with workers. */
export const readyGauge = valueGauge<Pick<ServiceState, 'ready'>>(
  'backline_ready',
  'Whether the node accepts traffic, as on /readyz.',
  ({ ready }) => ready,
)

/** Whether the node is draining. Also read for a node with workers. */
export const drainingGauge = valueGauge<Pick<ServiceState, 'draining'>>(
  'backline_draining',
  'Whether the node finishes its active requests in order to stop.',
  ({ draining }) => draining,
)

/** Gauges of the process as a whole. */
export const serviceGauges: readonly Gauge<ServiceState>[] = [
  gauge(
    'backline_store_up',
    'Whether a store is available; an embedded one always is.',
    { store: STORE },
    ({ stores }) => STORES.map((store) => [[store], Number(stores[store] === 'up')]),
  ),
  readyGauge,
  drainingGauge,
  valueGauge('backline_requests_open', 'Active requests.', ({ requestsOpen }) => requestsOpen),
  valueGauge(
    'backline_connections_open',
    'Open client connections.',
    ({ connectionsOpen }) => connectionsOpen,
  ),
]
