import type { LimitChanges } from '../../domain/account-store.ts'
import { QUOTA_NAMES, type QuotaLimits } from '../../domain/quota.ts'
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

/** Limits as columns are set to them; empty where nothing is. */
export function limitColumns(limits: LimitChanges): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    QUOTA_NAMES.filter((name) => limits[name] !== undefined).map((name) => [
      `${name}_limit`,
      limits[name] ?? null,
    ]),
  )
}

/** Limits as the audit trail says them; empty where none is set. */
export function limitDetails(limits: LimitChanges): Readonly<Record<string, string>> {
  return Object.fromEntries(
    QUOTA_NAMES.filter((name) => limits[name] !== undefined).map((name) => [
      name,
      String(limits[name] ?? 'default'),
    ]),
  )
}
