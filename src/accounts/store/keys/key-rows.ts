import type { KeyStore } from '../../keys/key-store.ts'
import type { QuotaLimits } from '../../../quotas/quota.ts'
import type { Region } from '../../../game/region.ts'
import type { Scope } from '../../../game/scope.ts'
import { limitsOf, PLAN_LIMITS } from '../plans/limit-columns.ts'
import type { AccountDatabase } from '../schema.ts'

/** Options of {@link createKeyStore}. */
export interface KeyStoreOptions {
  readonly database: AccountDatabase
  readonly defaultLimits: QuotaLimits
}

/**
 * Creates the SQL key look-up, which includes the developer's limits. Change notices come from the
 * account watch.
 */
export function createKeyStore({
  database,
  defaultLimits,
}: KeyStoreOptions): Pick<KeyStore, 'find'> {
  return {
    find: async (keyId) => {
      const row = await database
        .selectFrom('keys')
        .innerJoin('applications', 'applications.id', 'keys.application_id')
        .innerJoin('developers', 'developers.id', 'applications.developer_id')
        .leftJoin('plans', 'plans.name', 'developers.plan')
        .selectAll('keys')
        .select([
          'developers.id as developer_id',
          'developers.plan',
          'developers.suspended_at_ms',
          'developers.minute_limit',
          'developers.day_limit',
          'developers.concurrency_limit',
          ...PLAN_LIMITS,
        ])
        .where('keys.id', '=', keyId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        keyId: row.id,
        mac: row.mac,
        developerId: row.developer_id,
        limits: limitsOf(row, defaultLimits),
        plan: row.plan ?? undefined,
        scopes: new Set(JSON.parse(row.scopes) as Scope[]),
        regions: new Set(JSON.parse(row.regions) as Region[]),
        expiresAtMs: row.expires_at_ms ?? undefined,
        revokedAtMs: row.revoked_at_ms ?? undefined,
        isSuspended: row.suspended_at_ms !== null,
      }
    },
  }
}
