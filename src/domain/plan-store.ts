import type { LimitChanges } from './account-store.ts'
import type { Actor } from './audit.ts'
import type { QuotaLimits } from './quota.ts'

/** What having no plan is called at the command line, so that no plan may be called that. */
export const NO_PLAN = 'none'

/** Limits under a name. */
export interface PlanEntry {
  readonly name: string
  /** Those that it sets; the defaults fill in the others. */
  readonly limits: Partial<QuotaLimits>
  /** Developers who have it. */
  readonly developers: number
}

/** Plans, which give developers the limits that are not their own. */
export interface PlanStore {
  /** By name. */
  list(): Promise<readonly PlanEntry[]>
  /** Makes the plan when it is new; limits that are not given stay, and `null` returns one to the default. */
  set(by: Actor, name: string, limits: LimitChanges): Promise<PlanEntry>
  /** Removes a plan; whoever had it follows the defaults. Whether there was one. */
  remove(by: Actor, name: string): Promise<boolean>
}
