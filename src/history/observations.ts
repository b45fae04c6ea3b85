import type { BoardKind } from '../game/board.ts'
import { BOARD, REGION } from '../game/metric-labels.ts'
import type { Region } from '../game/region.ts'
import {
  observation,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import {
  logged,
  logStoreChange,
  notLogged,
  throttled,
  type StoreChange,
} from '../platform/telemetry/log-rules.ts'
import { counter, gauge, valueGauge, type Gauge } from '../platform/telemetry/metrics/family.ts'
import type { Fault } from '../platform/telemetry/platform-observations.ts'
import type { CollectorState } from './collector-state.ts'
import { GAP_REASONS, type GapReason } from './history-store.ts'

const byBoard = { region: REGION, kind: BOARD }

const snapshots = counter(
  'backline_snapshots_total',
  'Polls of watched boards by outcome: taken, same (the gateway repeated a fetch), or the reason of a gap.',
  { ...byBoard, outcome: { kind: 'reading', values: ['taken', 'same', ...GAP_REASONS] } },
)

/** Fields of `snapshot.gap`. */
interface SnapshotGap {
  readonly region: Region
  readonly kind: BoardKind
  readonly reason: GapReason
}

/** Names of migrations. */
interface Migrations {
  readonly migrations: readonly string[]
}

/** Observations of the collector and of the history store. */
export const historyObservations = {
  /** A watched board was polled. `isNew`: the gateway returned another fetch than before. */
  'snapshot.taken': observation<{
    readonly region: Region
    readonly kind: BoardKind
    readonly isNew: boolean
    readonly durationMs: number
  }>()({
    log: notLogged,
    metrics: { snapshots },
    count:
      (series) =>
      ({ region, kind, isNew }) =>
        void (series.snapshots.at(region, kind, isNew ? 'taken' : 'same').value += 1),
  }),
  /** A poll of a watched board returned no snapshot. */
  'snapshot.gap': observation<SnapshotGap>()({
    log: throttled(({ region, kind, reason }: SnapshotGap) => `${region} ${kind} ${reason}`),
    metrics: { snapshots },
    count:
      (series) =>
      ({ region, kind, reason }) =>
        void (series.snapshots.at(region, kind, reason).value += 1),
  }),
  /** The history store stopped responding, or responds again. */
  'history.changed': observation<StoreChange>()({ log: logStoreChange }),
  /** This process applied migrations to the tables of the history. */
  'history.migrated': observation<Migrations>()({ log: logged('info') }),
  /** A newer version has changed the tables of the history. This version works with them. */
  'history.newer': observation<Migrations>()({ log: logged('info') }),
  /** This process acquired the collector lease, or lost it. */
  'collector.lease': observation<{ readonly held: boolean }>()({
    log: (lease) => ({
      level: 'info',
      fields: { ...lease },
      message: lease.held
        ? 'This process now collects snapshots.'
        : 'This process no longer collects snapshots.',
    }),
  }),
  /**
   * This machine's clock is more than 60 seconds ahead of the store's or the gateways' (`ahead`),
   * so no snapshot with its time is recorded; or it no longer is (`right`).
   */
  'collector.clock': observation<{
    readonly state: 'ahead' | 'right'
    readonly aheadMs: number
  }>()({
    log: (clock) =>
      clock.state === 'right'
        ? { level: 'info', fields: { ...clock } }
        : {
            level: 'error',
            fields: { ...clock },
            message:
              "This machine's clock is ahead: snapshots with its time become gaps. Set it by NTP.",
          },
  }),
}

/** An observation of the collector or of the history store. */
export type HistoryObservation = ObservationOf<typeof historyObservations> | Fault

/** Receives observations of the collector and of the history store. */
export type ObserveHistory = Observe<HistoryObservation>

/** Gauges of the collector. */
export const collectorGauges: readonly Gauge<CollectorState>[] = [
  valueGauge(
    'backline_collecting',
    'Whether this process collects snapshots; one process per history does.',
    ({ collects }) => collects,
  ),
  gauge(
    'backline_watches',
    'Watched boards that are due for polling, on the collecting process.',
    byBoard,
    ({ watches }) => watches.map(({ region, kind, count }) => [[region, kind], count]),
  ),
  gauge(
    'backline_snapshot_lag_seconds',
    'Delay of the most overdue watch beyond its cadence.',
    byBoard,
    ({ watches }) => watches.map(({ region, kind, lagMs }) => [[region, kind], lagMs / 1_000]),
  ),
]
