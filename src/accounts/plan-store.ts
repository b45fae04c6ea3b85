import type { LimitChanges } from './account-store.ts'
import type { Actor } from './audit-note.ts'
import type { QuotaLimits } from '../quotas/quota.ts'

/** Name for "no plan" on the command line; reserved, so no plan may have it. */
export const NO_PLAN = 'none'

/** Named set of limits. */
export interface PlanEntry {
  readonly name: string
  /** Limits set by the plan; the defaults fill in the others. */
  readonly limits: Partial<QuotaLimits>
  /** Number of developers on the plan. */
  readonly developers: number
}

/** Plans, which provide the limits that developers do not have themselves. */
export interface PlanStore {
  /** Returns the first 500 plans, ordered by name. */
  list(): Promise<readonly PlanEntry[]>
  /** Creates or changes a plan; absent limits stay, `null` resets one to the default. */
  set(by: Actor, name: string, limits: LimitChanges): Promise<PlanEntry>
  /** Removes a plan; its developers follow the defaults. Returns whether it existed. */
  remove(by: Actor, name: string): Promise<boolean>
}
