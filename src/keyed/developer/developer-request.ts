import type { StoredKey } from '../../accounts/keys/key-store.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import type { QuotaState, QuotaStore } from '../../quotas/quota.ts'

/** An identified request to an endpoint of the developer interface. */
export interface DeveloperRequest {
  readonly key: StoredKey
  /** Without its question mark. */
  readonly query: string
  readonly quotas: QuotaStore
  readonly clock: Clock
}

/** The body of an answer, and the state of the developer's limits for its headers. */
export interface DeveloperAnswer {
  readonly body: unknown
  readonly state: QuotaState
}

/** Returns the state of the developer's limits. Rejects with `unavailable` without the store. */
export async function readQuota({
  quotas,
  key,
}: Pick<DeveloperRequest, 'quotas' | 'key'>): Promise<QuotaState> {
  try {
    return await quotas.read(key.developerId, key.limits)
  } catch (error) {
    throw unavailable(error)
  }
}
