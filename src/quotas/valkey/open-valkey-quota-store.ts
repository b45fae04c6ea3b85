import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/time/clock.ts'
import type { DayUsage } from '../day-usage.ts'
import type { ObserveQuotas } from '../observations.ts'
import type { QuotaStore } from '../quota.ts'
import { watchAvailability } from '../../platform/sql/watch-availability.ts'
import { openRouter } from '../../platform/valkey/cluster-router.ts'
import type { Attempt } from '../../platform/valkey/reconnecting-client.ts'
import { createActiveLeases } from './active-leases.ts'
import { createPushCounts } from './push-counts.ts'
import { createQuotaCalls } from './quota-calls.ts'
import type { QuotaScripts } from './quota-scripts.ts'
import { createQuotaSnapshots } from './quota-snapshots.ts'
import { createStoreGeneration, STATE_KEY } from './store-generation.ts'
import { ValkeyQuotaStore } from './valkey-quota-store.ts'

/** Options of {@link openValkeyQuotaStore}. */
export interface ValkeyQuotaOptions {
  /** URL of a Valkey or Redis server, or of any server of a cluster. */
  readonly url: string
  readonly clock: Clock
  readonly observe: ObserveQuotas
  readonly scripts: QuotaScripts
  /**
   * Timeout of one reply. A caller gets a decision within twice that plus a small margin.
   * Milliseconds.
   */
  readonly answerMs: number
  /**
   * Lifetime of a lease that is never released; longer than the hard deadline of a request.
   * Milliseconds.
   */
  readonly leaseMs: number
  /** Durable store of day counts, if any. */
  readonly usage?: DayUsage | undefined
  /**
   * Called after opening when a server that came up late has an unsuitable configuration, which
   * waiting does not fix.
   */
  readonly onFatalError?: ((error: unknown) => void) | undefined
}

/** Time of an attempt and its repetition apart from waiting for the server. Milliseconds. */
const SLACK_MS = 20

/** How long opening waits for other nodes to restore counts that the store has lost. */
const OPEN_WAIT_MS = 1_500

/** Developer id of the availability probe. No developer has it, and the probe's data expires. */
const PROBE_ID = 'availability probe'

/** Maximum developers with a snapshot on this node: about 300 bytes each. */
const DEVELOPERS_MAX = 50_000

/**
 * Opens a quota store on a Valkey or Redis server, exact for any number of nodes. One script
 * decides; a repetition with the same lease id is charged once. See docs/adr/0011 for a server that
 * is down, frozen or emptied.
 *
 * Opening waits briefly for the server. Rejects when the server's configuration is unsuitable, but
 * not when it is down: a node that starts before its store answers 503 until the store is up.
 */
export async function openValkeyQuotaStore(options: ValkeyQuotaOptions): Promise<QuotaStore> {
  const { clock, observe, scripts, answerMs, leaseMs, usage, onFatalError = () => {} } = options
  const decisionMs = 2 * answerMs + SLACK_MS
  const newAttempt = (): Attempt => ({
    untilMs: clock.monotonicMs() + decisionMs,
    outcomeUnknown: false,
  })
  const availability = watchAvailability({
    clock,
    probe: async () => {
      const attempt = newAttempt()
      // A write, because a store with full memory still answers reads.
      await calls.restore(PROBE_ID, [[PROBE_ID, 1]], attempt)
      // A store that lost its counts admits nothing until the nodes have restored them.
      await generation.whenOpen(attempt.untilMs)
    },
    onChange: (state, error) => observe({ type: 'store.changed', store: 'quotas', state, error }),
  })
  const generation = createStoreGeneration({
    clock,
    call: (command, attempt, isAnswer) => router.call(STATE_KEY, command, attempt, isAnswer),
    nodeId: randomUUID(),
    callMs: decisionMs,
    push: (nowMs) => pushCounts.all(nowMs),
  })
  let isReached = false
  let isCluster = false
  const router = await openRouter({
    ...options,
    onChecked: (server) => observe({ type: 'quota.store_checked', ...server }),
    onChange: (state, error) => {
      // A single server may lack counts when it accepts connections again. A cluster may be without
      // the slot of the probe, yet serve the others.
      if (state === 'away' || isCluster) availability.note(state, error)
      else availability.probeNow()
    },
    onConnected: ({ cluster }, send) => {
      isReached = true
      isCluster = cluster
      return generation.connected(cluster, send)
    },
    onFatalError,
  }).catch((error: unknown) => {
    void generation.close(0)
    throw error
  })
  const calls = createQuotaCalls(router, scripts, leaseMs)
  const local = { snapshots: createQuotaSnapshots(DEVELOPERS_MAX), leases: createActiveLeases() }
  const shared = { ...local, clock, observe, usage, calls, newAttempt }
  const pushCounts = createPushCounts({ ...shared, developersMax: DEVELOPERS_MAX })
  const server = { router, availability, generation }
  const store = new ValkeyQuotaStore({ ...shared, ...server, pushCounts, answerMs, leaseMs })
  // The first node of an empty store waits for others here, so that its first callers do not.
  if (isReached) await generation.whenOpen(clock.monotonicMs() + OPEN_WAIT_MS).catch(() => {})
  return store
}
