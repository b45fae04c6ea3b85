import type { DeveloperEntry } from '../../domain/account-store.ts'
import type { DeveloperState } from '../../domain/developer-state.ts'
import type { QuotaLimits } from '../../domain/quota.ts'
import { openAt } from './key-rows.ts'
import { limitsOf, ownLimitsOf, PLAN_LIMITS } from './limit-columns.ts'
import type { AccountDatabase } from './schema.ts'

/** Developers with the limits of their plan, and how many applications and keys they have that are open at this time (Unix ms). */
export function developerRows(database: AccountDatabase, nowMs: number) {
  return database
    .selectFrom('developers')
    .leftJoin('plans', 'plans.name', 'developers.plan')
    .selectAll('developers')
    .select([...PLAN_LIMITS])
    .select(({ selectFrom }) => [
      selectFrom('keys')
        .innerJoin('applications', 'applications.id', 'keys.application_id')
        .whereRef('applications.developer_id', '=', 'developers.id')
        .where(openAt(nowMs))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('active_keys'),
      selectFrom('applications')
        .whereRef('applications.developer_id', '=', 'developers.id')
        .where('applications.removed_at_ms', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('applications'),
    ])
    .orderBy('developers.name')
}

type DeveloperRow = Awaited<ReturnType<ReturnType<typeof developerRows>['executeTakeFirstOrThrow']>>

/** How a developer stands. */
export function stateOf(
  row: Pick<DeveloperRow, 'suspended_at_ms' | 'waiting_since_ms'>,
): DeveloperState {
  if (row.suspended_at_ms !== null) return 'suspended'
  return row.waiting_since_ms === null ? 'active' : 'waiting'
}

/** A developer as operators manage one. */
export function developerEntry(row: DeveloperRow, defaultLimits: QuotaLimits): DeveloperEntry {
  return {
    developerId: row.id,
    name: row.name,
    state: stateOf(row),
    isOperator: row.is_operator === 1,
    plan: row.plan ?? undefined,
    limits: limitsOf(row, defaultLimits),
    ownLimits: ownLimitsOf(row),
    createdAtMs: row.created_at_ms,
    applications: row.applications ?? 0,
    activeKeys: row.active_keys ?? 0,
  }
}
