import type { KeyStore } from '../../domain/key-store.ts'
import type { QuotaLimits } from '../../domain/quota.ts'
import type { Region } from '../../domain/region.ts'
import type { Scope } from '../../domain/scope.ts'
import { limitsOf, PLAN_LIMITS } from './limit-columns.ts'
import type { AccountDatabase } from './schema.ts'

/** What the serving side of the accounts is made with. */
export interface KeyStoreSettings {
  readonly database: AccountDatabase
  readonly defaultLimits: QuotaLimits
}

/** Looks keys up in SQL, with the limits of their developer. How changes are told is another part's affair. */
export function createKeyStore({
  database,
  defaultLimits,
}: KeyStoreSettings): Pick<KeyStore, 'find'> {
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
        scopes: new Set(JSON.parse(row.scopes) as Scope[]),
        regions: new Set(JSON.parse(row.regions) as Region[]),
        expiresAtMs: row.expires_at_ms ?? undefined,
        revokedAtMs: row.revoked_at_ms ?? undefined,
        isSuspended: row.suspended_at_ms !== null,
      }
    },
  }
}
