import type { CollectorState } from '../history/collector-state.ts'
import type { Region } from '../game/region.ts'
import { REGION_ORDER } from '../game/region-order.ts'
import type { StoreName, StoreState } from '../platform/telemetry/store-state.ts'
import { DAY_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import type { GatewayState } from '../upstream/gateway-state.ts'

/** Levels of a check: nothing to do, look at it soon, act now. */
export const HEALTH_LEVELS = ['green', 'amber', 'red'] as const

/** One of {@link HEALTH_LEVELS}. */
export type HealthLevel = (typeof HEALTH_LEVELS)[number]

/** Findings, each with its level and the document that says what to do. */
export const FINDINGS = {
  node_ready: ['green'],
  node_unreachable: ['red', 'alerts#backlinedown'],
  node_overloaded: ['red', 'alerts#backlineshedding'],
  node_draining: ['amber', 'operating#stop'],
  node_not_ready: ['red', 'alerts#backlinenotready'],
  store_up: ['green'],
  store_away: ['red', 'alerts#backlinestoreaway'],
  gateway_answering: ['green'],
  gateway_unasked: ['green'],
  gateway_not_set: ['green'],
  gateway_failing: ['amber', 'alerts#backlinegatewayfailing'],
  gateway_cut_off: ['red', 'alerts#backlinegatewaycutoff'],
  collector_on_time: ['green'],
  collector_elsewhere: ['green'],
  collector_late: ['amber', 'alerts#backlinesnapshotslate'],
  collector_stopped: ['red', 'alerts#backlinesnapshotslate'],
  disk_free: ['green'],
  disk_low: ['amber', 'operating#a-full-disk'],
  disk_full: ['red', 'operating#a-full-disk'],
  backup_recent: ['green'],
  backup_old: ['amber', 'backup'],
  backup_none: ['amber', 'backup'],
  backup_elsewhere: ['green'],
  approvals_none: ['green'],
  approvals_pending: ['amber', 'signing-in#requests-for-access'],
  certificate_valid: ['green'],
  certificate_ending: ['amber', 'signing-in#troubleshooting'],
  certificate_ended: ['red', 'signing-in#troubleshooting'],
  certificate_unread: ['amber', 'signing-in#troubleshooting'],
} as const satisfies Readonly<Record<string, readonly [HealthLevel, string?]>>

/** One of {@link FINDINGS}. */
export type Finding = keyof typeof FINDINGS

/** The result of a check. */
export interface HealthCheck {
  /**
   * What was checked: `node`, `worker-1`, a store, `gateway-jp`, `collector-jp`, `disk`, `backup`,
   * `approvals` or `certificate`.
   */
  readonly subject: string
  readonly finding: Finding
  readonly level: HealthLevel
  /** Document of this server that says what to do, such as `alerts#backlinedown`. */
  readonly document?: string
  /** The amount that the finding is about: milliseconds, bytes, or a number of requests. */
  readonly amount?: number
}

/** Whether a process serves. */
interface ServingFacts {
  readonly ready: boolean
  readonly draining: boolean
  readonly overloaded: boolean
}

/** State of a worker by its number, from 1; only `reports` if it does not report. */
export type WorkerFacts = { readonly worker: number } & (
  ({ readonly reports: true } & ServingFacts) | { readonly reports: false }
)

/** State of a node, as its admin listener and its operator's view report it. */
export interface NodeFacts extends ServingFacts {
  /** Its workers; absent for a node of one process, and where a worker reports for itself. */
  readonly workers?: readonly WorkerFacts[]
  readonly stores: Readonly<Record<StoreName, StoreState>>
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState }>>
  readonly collector: CollectorState
}

/** What is known about the service. */
export interface HealthFacts {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** `undefined`: the node does not answer. */
  readonly node: NodeFacts | undefined
  /** Stores that were tried, embedded ones through their worker, and whether they answered. */
  readonly tried: readonly { readonly subject: string; readonly works: boolean }[]
  /** Free bytes of the disk of the data folder; `undefined` if it does not report them. */
  readonly freeBytes: number | undefined
  /** The last `backline backup`, in Unix milliseconds. */
  readonly lastBackupMs: number | undefined
  /** Whether everything that a backup would contain is in other stores. */
  readonly isBackedUpElsewhere: boolean
  /** Requests for access that wait for an operator; `undefined` if they cannot be read. */
  readonly pendingRequests?: number | undefined
  /**
   * When the certificate of the sign-in provider ends (Unix ms), or that it cannot be read;
   * `undefined` without a provider.
   */
  readonly certificateEndMs?: number | 'unread' | undefined
}

/** Free bytes below which a disk counts as low, and as full. */
const DISK = { lowBytes: 2 * 1024 ** 3, fullBytes: 256 * 1024 ** 2 }

const BACKUP_MAX_MS = 2 * DAY_MS

/** Milliseconds before its end from which a certificate should be renewed. */
const RENEW_MS = 14 * DAY_MS

/** Delay of snapshots from which collection counts as late, and as stopped. */
const LATE = { lateMs: 2 * MINUTE_MS, stoppedMs: 15 * MINUTE_MS }

/**
 * Evaluates what is known: one check per node, worker, store, gateway, collector, disk, backup,
 * queue of approvals and certificate.
 */
export function checkHealth(facts: HealthFacts): readonly HealthCheck[] {
  const { node, tried } = facts
  const stores = Object.entries(node?.stores ?? {}).map(([name, state]) =>
    check(name, state === 'up' ? 'store_up' : 'store_away'),
  )
  const known = new Set(stores.map(({ subject }) => subject))
  return [
    check('node', servingFinding(node)),
    ...(node?.workers ?? []).map((one) =>
      check(`worker-${one.worker}`, servingFinding(one.reports ? one : undefined)),
    ),
    ...stores,
    ...tried
      .filter(({ subject }) => !known.has(subject))
      .map(({ subject, works }) => check(subject, works ? 'store_up' : 'store_away')),
    ...(node === undefined ? [] : [...gatewayChecks(node), ...collectorChecks(node)]),
    ...diskCheck(facts),
    backupCheck(facts),
    ...approvalsCheck(facts),
    ...certificateCheck(facts),
  ]
}

/** Returns the worst level of checks. */
export function worstLevel(checks: readonly HealthCheck[]): HealthLevel {
  return HEALTH_LEVELS.findLast((level) => checks.some((one) => one.level === level)) ?? 'green'
}

function check(subject: string, finding: Finding, amount?: number): HealthCheck {
  const [level, document]: readonly [HealthLevel, string?] = FINDINGS[finding]
  return {
    subject,
    finding,
    level,
    ...(document !== undefined && { document }),
    ...(amount !== undefined && { amount }),
  }
}

function servingFinding(facts: ServingFacts | undefined): Finding {
  if (facts === undefined) return 'node_unreachable'
  if (facts.draining) return 'node_draining'
  if (facts.overloaded) return 'node_overloaded'
  return facts.ready ? 'node_ready' : 'node_not_ready'
}

function gatewayChecks({ gateways }: NodeFacts): readonly HealthCheck[] {
  return REGION_ORDER.map((region) =>
    check(`gateway-${region}`, `gateway_${gateways[region].state}`),
  )
}

function collectorChecks({ collector }: NodeFacts): readonly HealthCheck[] {
  if (!collector.collects) return [check('collector', 'collector_elsewhere')]
  const regions = REGION_ORDER.filter((region) =>
    collector.watches.some((watch) => watch.region === region),
  )
  if (regions.length === 0) return [check('collector', 'collector_on_time')]
  return regions.map((region) => {
    const own = collector.watches.filter((watch) => watch.region === region)
    const lagMs = Math.max(...own.map((watch) => watch.lagMs))
    const finding =
      lagMs >= LATE.stoppedMs
        ? 'collector_stopped'
        : lagMs >= LATE.lateMs
          ? 'collector_late'
          : 'collector_on_time'
    return check(`collector-${region}`, finding, lagMs)
  })
}

function diskCheck({ freeBytes }: HealthFacts): readonly HealthCheck[] {
  if (freeBytes === undefined) return []
  const finding =
    freeBytes < DISK.fullBytes ? 'disk_full' : freeBytes < DISK.lowBytes ? 'disk_low' : 'disk_free'
  return [check('disk', finding, freeBytes)]
}

function backupCheck({ nowMs, lastBackupMs, isBackedUpElsewhere }: HealthFacts): HealthCheck {
  if (lastBackupMs === undefined) {
    return check('backup', isBackedUpElsewhere ? 'backup_elsewhere' : 'backup_none')
  }
  const ageMs = Math.max(0, nowMs - lastBackupMs)
  return check('backup', ageMs > BACKUP_MAX_MS ? 'backup_old' : 'backup_recent', ageMs)
}

function approvalsCheck({ pendingRequests }: HealthFacts): readonly HealthCheck[] {
  if (pendingRequests === undefined) return []
  const finding = pendingRequests === 0 ? 'approvals_none' : 'approvals_pending'
  return [check('approvals', finding, pendingRequests)]
}

function certificateCheck({ nowMs, certificateEndMs }: HealthFacts): readonly HealthCheck[] {
  if (certificateEndMs === undefined) return []
  if (certificateEndMs === 'unread') return [check('certificate', 'certificate_unread')]
  const leftMs = certificateEndMs - nowMs
  const finding =
    leftMs <= 0
      ? 'certificate_ended'
      : leftMs < RENEW_MS
        ? 'certificate_ending'
        : 'certificate_valid'
  return [check('certificate', finding, Math.max(0, leftMs))]
}
