import type { LimitChanges } from '../../account-store.ts'
import { QUOTA_NAMES, type QuotaLimits } from '../../../quotas/quota.ts'
import type { AccountTables } from '../schema.ts'

type LimitColumns = Pick<
  AccountTables['developers'],
  'minute_limit' | 'day_limit' | 'concurrency_limit'
>

/**
 * Columns of the plan's limits, beside the developer's own. Null where the plan sets no limit or
 * there is no plan.
 */
export const PLAN_LIMITS = [
  'plans.minute_limit as plan_minute_limit',
  'plans.day_limit as plan_day_limit',
  'plans.concurrency_limit as plan_concurrency_limit',
] as const

type PlanColumns = { readonly [Name in keyof LimitColumns as `plan_${Name}`]: number | null }

/** Returns the limits set in a row of a developer or of a plan. */
export function ownLimitsOf(row: LimitColumns): Partial<QuotaLimits> {
  return Object.fromEntries(
    QUOTA_NAMES.map((name) => [name, row[`${name}_limit`]]).filter(([, limit]) => limit !== null),
  ) as Partial<QuotaLimits>
}

/** Returns the effective limits: the developer's own, else the plan's, else the defaults. */
export function limitsOf(row: LimitColumns & PlanColumns, defaults: QuotaLimits): QuotaLimits {
  const ofPlan = {
    minute_limit: row.plan_minute_limit,
    day_limit: row.plan_day_limit,
    concurrency_limit: row.plan_concurrency_limit,
  }
  return { ...defaults, ...ownLimitsOf(ofPlan), ...ownLimitsOf(row) }
}

/** Returns the columns to set for limits; empty when there are none. */
export function limitColumns(limits: LimitChanges): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    QUOTA_NAMES.filter((name) => limits[name] !== undefined).map((name) => [
      `${name}_limit`,
      limits[name] ?? null,
    ]),
  )
}

/** Returns the audit details of limits; empty when none is set. */
export function limitDetails(limits: LimitChanges): Readonly<Record<string, string>> {
  return Object.fromEntries(
    QUOTA_NAMES.filter((name) => limits[name] !== undefined).map((name) => [
      name,
      String(limits[name] ?? 'default'),
    ]),
  )
}
