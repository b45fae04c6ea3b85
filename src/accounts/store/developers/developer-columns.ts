import type { DeveloperEntry } from '../../account-store.ts'
import type { DeveloperState } from '../../developer-state.ts'
import type { QuotaLimits } from '../../../quotas/quota.ts'
import { activeAt } from '../keys/key-columns.ts'
import { limitsOf, ownLimitsOf, PLAN_LIMITS } from '../plans/limit-columns.ts'
import type { AccountDatabase } from '../schema.ts'
import { IS_SELF_REGISTERED } from '../sign-in/self-registered.ts'

/**
 * Selects developers with their plan's limits and the number of their applications and active keys
 * at `nowMs` (Unix ms).
 */
export function developerRows(database: AccountDatabase, nowMs: number) {
  return database
    .selectFrom('developers')
    .leftJoin('plans', 'plans.name', 'developers.plan')
    .selectAll('developers')
    .select([...PLAN_LIMITS, IS_SELF_REGISTERED.as('is_self_registered')])
    .select((eb) => [
      eb
        .selectFrom('keys')
        .innerJoin('applications', 'applications.id', 'keys.application_id')
        .whereRef('applications.developer_id', '=', 'developers.id')
        .where(activeAt(nowMs))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('active_keys'),
      eb
        .selectFrom('applications')
        .whereRef('applications.developer_id', '=', 'developers.id')
        .where('applications.removed_at_ms', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('applications'),
    ])
    .orderBy('developers.name')
}

type DeveloperRow = Awaited<ReturnType<ReturnType<typeof developerRows>['executeTakeFirstOrThrow']>>

/** Returns the state of a developer. */
export function stateOf(
  row: Pick<DeveloperRow, 'suspended_at_ms' | 'waiting_since_ms'>,
): DeveloperState {
  if (row.suspended_at_ms !== null) return 'suspended'
  return row.waiting_since_ms === null ? 'active' : 'waiting'
}

/** Returns the developer entry of a row. */
export function developerEntry(row: DeveloperRow, defaultLimits: QuotaLimits): DeveloperEntry {
  return {
    developerId: row.id,
    name: row.name,
    state: stateOf(row),
    isOperator: row.is_operator === 1,
    isSelfRegistered: row.is_self_registered === 1,
    plan: row.plan ?? undefined,
    limits: limitsOf(row, defaultLimits),
    ownLimits: ownLimitsOf(row),
    createdAtMs: row.created_at_ms,
    applications: row.applications ?? 0,
    activeKeys: row.active_keys ?? 0,
  }
}
