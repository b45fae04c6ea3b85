import type { AccountOptions } from '../account-store-options.ts'
import { lockPlans } from '../lock-rows.ts'
import type { AccountDatabase } from '../schema.ts'

/** Number of suffixed names tried for a new developer before a random suffix is used. */
const NUMBERED_NAMES = 9

/** Developer who registers, under a name that nobody has verified. */
export interface RegisteringDeveloper {
  readonly name: string
  readonly isWaiting: boolean
  readonly plan: string | undefined
}

/** Inserts a developer who registers, with a suffix when the name is taken. */
export async function insertDeveloper(
  transaction: AccountDatabase,
  { newId, nowMs }: Pick<AccountOptions, 'newId' | 'nowMs'>,
  { name, isWaiting, plan }: RegisteringDeveloper,
): Promise<{ readonly developerId: string; readonly name: string }> {
  const now = nowMs()
  for (let nth = 1; ; nth += 1) {
    const suffix = nth > NUMBERED_NAMES ? ` ${newId().slice(0, 8)}` : ` ${nth}`
    const created = await transaction
      .insertInto('developers')
      .values({
        id: newId(),
        name: nth === 1 ? name : name + suffix,
        created_at_ms: now,
        waiting_since_ms: isWaiting ? now : null,
        plan: plan ?? null,
        created_by: 'developer',
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning(['id as developerId', 'name'])
      .executeTakeFirst()
    if (created !== undefined) return created
  }
}

/**
 * Returns the name if there is a plan of this name, and locks it until the end of the transaction,
 * so that no developer gets a plan that is being removed. Lock plans before developers.
 */
export async function lockPlan(
  transaction: AccountDatabase,
  name: string | undefined,
): Promise<string | undefined> {
  if (name === undefined) return undefined
  const row = await lockPlans(transaction)
    .where('name', '=', name)
    .select('name')
    .executeTakeFirst()
  return row?.name
}
