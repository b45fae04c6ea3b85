import type { PlanEntry, PlanStore } from '../../domain/plan-store.ts'
import type { AccountParts } from './account-parts.ts'
import { limitColumns, limitDetails, ownLimitsOf } from './limit-columns.ts'
import type { AccountDatabase } from './schema.ts'

/** Plans in SQL. */
export function createPlanStore({ database, nowMs, writeAudit }: AccountParts): PlanStore {
  const planRows = () =>
    database
      .selectFrom('plans')
      .selectAll('plans')
      .select(({ selectFrom }) =>
        selectFrom('developers')
          .whereRef('developers.plan', '=', 'plans.name')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('developers'),
      )
      .orderBy('plans.name')

  return {
    list: async () => (await planRows().execute()).map(planEntry),

    set: async (by, name, limits) => {
      const columns = limitColumns(limits)
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('plans')
          .values({
            name,
            minute_limit: limits.minute ?? null,
            day_limit: limits.day ?? null,
            concurrency_limit: limits.concurrency ?? null,
            created_at_ms: nowMs(),
          })
          .onConflict((conflict) =>
            Object.keys(columns).length === 0
              ? conflict.column('name').doNothing()
              : conflict.column('name').doUpdateSet(columns),
          )
          .execute()
        const details = limitDetails(limits)
        await writeAudit(transaction, { action: 'plan.set', by, subject: name, details })
      })
      const row = await planRows().where('plans.name', '=', name).executeTakeFirst()
      // Somebody may have removed it in this very moment: what was set is still what was set.
      return row === undefined ? { name, limits: {}, developers: 0 } : planEntry(row)
    },

    remove: (by, name) =>
      database.transaction().execute(async (transaction: AccountDatabase) => {
        const removed = await transaction
          .deleteFrom('plans')
          .where('name', '=', name)
          .returning('name')
          .executeTakeFirst()
        if (removed === undefined) return false
        const left = await transaction
          .updateTable('developers')
          .set({ plan: null })
          .where('plan', '=', name)
          .returning('id')
          .execute()
        const details = { developers: String(left.length) }
        await writeAudit(transaction, { action: 'plan.removed', by, subject: name, details })
        return true
      }),
  }
}

function planEntry(
  row: Parameters<typeof ownLimitsOf>[0] & {
    readonly name: string
    readonly developers: number | null
  },
): PlanEntry {
  return { name: row.name, limits: ownLimitsOf(row), developers: row.developers ?? 0 }
}
