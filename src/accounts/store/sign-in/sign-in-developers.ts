import type { SignedInActor } from '../../audit-note.ts'
import type { QuotaLimits } from '../../../quotas/quota.ts'
import type { SignInDeveloper } from '../../sign-in-store.ts'
import { limitsOf, PLAN_LIMITS } from '../plans/limit-columns.ts'
import type { AccountDatabase } from '../schema.ts'

/** Selects developers as seen at sign-in, with the columns of their limits. */
export function signInDevelopers(database: AccountDatabase) {
  return database
    .selectFrom('developers')
    .leftJoin('plans', 'plans.name', 'developers.plan')
    .select([
      'developers.id as developer_id',
      'developers.name as developer_name',
      'developers.created_at_ms as developer_created_at_ms',
      'developers.minute_limit',
      'developers.day_limit',
      'developers.concurrency_limit',
      'plans.name as plan',
      ...PLAN_LIMITS,
      'is_operator',
      'waiting_since_ms',
      'suspended_at_ms',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof signInDevelopers>['executeTakeFirstOrThrow']>>

/** Returns the developer of a {@link signInDevelopers} row. */
export function signInDeveloperOf(row: Row, defaults: QuotaLimits): SignInDeveloper {
  return {
    developerId: row.developer_id,
    name: row.developer_name,
    isOperator: row.is_operator === 1,
    isWaiting: row.waiting_since_ms !== null,
    plan: row.plan ?? undefined,
    limits: limitsOf(row, defaults),
    createdAtMs: row.developer_created_at_ms,
  }
}

/** Returns the developer as the actor on their own account. */
export function actorOf({ developerId, name }: SignInDeveloper): SignedInActor {
  return { kind: 'developer', developerId, name }
}
