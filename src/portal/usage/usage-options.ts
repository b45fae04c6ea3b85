import type { AccountNames } from '../../accounts/account-names.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { HealthFacts } from '../../health/health-check.ts'
import type { QuotaStore } from '../../quotas/quota.ts'
import type { FindRecord } from '../../usage/request-record.ts'
import type { Region } from '../../game/region.ts'
import type { GatewayLoad, GatewayState } from '../../upstream/gateway-state.ts'
import type { UsageStore } from '../../usage/usage-store.ts'

/** The part of a node's state that the operator's view shows. */
export interface NodeState {
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState } & GatewayLoad>>
}

/** Options of the usage handlers. */
export interface UsageOptions {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly store: Pick<UsageStore, 'sums' | 'list' | 'latencies'>
  readonly findRecord: FindRecord
  readonly names: () => AccountNames
  readonly quotas: Pick<QuotaStore, 'read'>
  /** Reads the facts of the health checks. */
  readonly health: () => Promise<HealthFacts>
  /** Returns the current state of this node. */
  readonly state: () => Awaitable<NodeState>
}
