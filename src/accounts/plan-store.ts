import type { LimitChanges } from './account-store.ts'
import type { Actor } from './audit-note.ts'
import type { Region } from '../game/region.ts'
import type { Scope } from '../game/scope.ts'
import type { QuotaLimits } from '../quotas/quota.ts'

/** Name for "no plan" on the command line; reserved, so no plan may have it. */
export const NO_PLAN = 'none'

/** What new keys of a plan's developers may have. */
export interface PlanGrants {
  /** `undefined`: all scopes. */
  readonly scopes: readonly Scope[] | undefined
  /** `undefined`: all regions. */
  readonly regions: readonly Region[] | undefined
}

/** Grants to set; `null` allows all, an absent one stays. */
export interface GrantChanges {
  readonly scopes?: readonly Scope[] | null
  readonly regions?: readonly Region[] | null
}

/** Named set of limits and grants. */
export interface PlanEntry extends PlanGrants {
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
  /**
   * Creates or changes a plan; absent limits stay, `null` resets one to the default. Grants hold
   * for keys created later.
   */
  set(by: Actor, name: string, limits: LimitChanges, grants?: GrantChanges): Promise<PlanEntry>
  /** Removes a plan; its developers follow the defaults. Returns whether it existed. */
  remove(by: Actor, name: string): Promise<boolean>
}
