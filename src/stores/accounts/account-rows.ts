import type { Selectable } from 'kysely'
import type { KeyEntry } from '../../domain/account-store.ts'
import { QUOTA_NAMES, type QuotaLimits } from '../../domain/quota.ts'
import type { Region } from '../../domain/region.ts'
import type { Scope } from '../../domain/scope.ts'
import type { AccountTables } from './schema.ts'

type LimitColumns = Pick<
  AccountTables['developers'],
  'minute_limit' | 'day_limit' | 'concurrency_limit'
>

/** The limits that were set for this developer. */
export function ownLimitsOf(row: LimitColumns): Partial<QuotaLimits> {
  return Object.fromEntries(
    QUOTA_NAMES.map((name) => [name, row[`${name}_limit`]]).filter(([, limit]) => limit !== null),
  ) as Partial<QuotaLimits>
}

/** The limits in force: a developer's own, and the defaults for the others. */
export function limitsOf(row: LimitColumns, defaults: QuotaLimits): QuotaLimits {
  return { ...defaults, ...ownLimitsOf(row) }
}

/** A key as people manage it. */
export function keyEntry(
  row: Selectable<AccountTables['keys']> & {
    readonly application: string
    readonly developer: string
  },
): KeyEntry {
  return {
    keyId: row.id,
    developer: row.developer,
    application: row.application,
    scopes: JSON.parse(row.scopes) as Scope[],
    regions: JSON.parse(row.regions) as Region[],
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    replacedBy: row.replaced_by ?? undefined,
  }
}
