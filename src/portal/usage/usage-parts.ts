import type { AccountNames } from '../../domain/account-names.ts'
import type { Awaitable } from '../../domain/awaitable.ts'
import type { Clock } from '../../domain/clock.ts'
import type { QuotaStore } from '../../domain/quota.ts'
import type { FindRecord } from '../../domain/request-record.ts'
import type { ServiceState } from '../../domain/service-state.ts'
import type { UsageStore } from '../../domain/usage-store.ts'

/** What the handlers of usage stand on. */
export interface UsageParts {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly store: Pick<UsageStore, 'sums'>
  readonly findRecord: FindRecord
  readonly names: () => AccountNames
  readonly quotas: Pick<QuotaStore, 'read'>
  /** What this node stands on now. */
  readonly state: () => Awaitable<Pick<ServiceState, 'stores' | 'gateways'>>
}
