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

/** The limits of a developer's plan, beside the developer's own. Null where the plan says nothing, or there is none. */
export const PLAN_LIMITS = [
  'plans.minute_limit as plan_minute_limit',
  'plans.day_limit as plan_day_limit',
  'plans.concurrency_limit as plan_concurrency_limit',
] as const

type PlanColumns = { readonly [Name in keyof LimitColumns as `plan_${Name}`]: number | null }

/** The limits that were set in this row: a developer's own, or a plan's. */
export function ownLimitsOf(row: LimitColumns): Partial<QuotaLimits> {
  return Object.fromEntries(
    QUOTA_NAMES.map((name) => [name, row[`${name}_limit`]]).filter(([, limit]) => limit !== null),
  ) as Partial<QuotaLimits>
}

/** The limits in force: a developer's own, else those of the plan, else the defaults. */
export function limitsOf(row: LimitColumns & PlanColumns, defaults: QuotaLimits): QuotaLimits {
  const ofPlan = {
    minute_limit: row.plan_minute_limit,
    day_limit: row.plan_day_limit,
    concurrency_limit: row.plan_concurrency_limit,
  }
  return { ...defaults, ...ownLimitsOf(ofPlan), ...ownLimitsOf(row) }
}

/** A key as operators manage it. */
export function keyEntry(
  row: Selectable<AccountTables['keys']> & {
    readonly application: string
    readonly developer: string
  },
): KeyEntry {
  return {
    keyId: row.id,
    name: row.name,
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
