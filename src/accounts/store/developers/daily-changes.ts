import { CHANGES_PER_DAY_MAX } from '../../self-service-keys.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { AccountDatabase } from '../schema.ts'

/**
 * Counts one change of a developer's applications and keys on this UTC day. Returns false when the
 * daily limit is reached; the caller then rolls the transaction, and with it the count, back.
 */
export async function countDailyChange(
  transaction: AccountDatabase,
  developerId: string,
  nowMs: number,
): Promise<boolean> {
  const { changes } = await transaction
    .insertInto('developer_changes')
    .values({ developer_id: developerId, day: Math.floor(nowMs / DAY_MS), changes: 1 })
    .onConflict((conflict) =>
      conflict.column('developer_id').doUpdateSet((eb) => ({
        changes: eb
          .case()
          .when('developer_changes.day', '=', eb.ref('excluded.day'))
          .then(eb('developer_changes.changes', '+', 1))
          .else(1)
          .end(),
        day: eb.ref('excluded.day'),
      })),
    )
    .returning('changes')
    .executeTakeFirstOrThrow()
  return changes <= CHANGES_PER_DAY_MAX
}
