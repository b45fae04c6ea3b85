import { LIST_ROWS } from '../../../platform/sql/row-limits.ts'
import type { LimitChanges } from '../../account-store.ts'
import type { Actor } from '../../audit-note.ts'
import type { GrantChanges, PlanEntry, PlanStore } from '../../plan-store.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { grantColumns, grantDetails, grantsOf, type GrantColumns } from './grant-columns.ts'
import { limitColumns, limitDetails, ownLimitsOf } from './limit-columns.ts'
import type { AccountDatabase } from '../schema.ts'

/** Creates the SQL plan store. */
export function createPlanStore(options: AccountOptions): PlanStore {
  return new SqlPlanStore(options)
}

class SqlPlanStore implements PlanStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  async list(): Promise<readonly PlanEntry[]> {
    return (await planRows(this.#database).limit(LIST_ROWS).execute()).map(planEntry)
  }

  async set(
    by: Actor,
    name: string,
    limits: LimitChanges,
    grants: GrantChanges = {},
  ): Promise<PlanEntry> {
    const { nowMs, writeAudit } = this.#options
    const columns = { ...limitColumns(limits), ...grantColumns(grants) }
    return this.#database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('plans')
        .values({
          name,
          minute_limit: limits.minute ?? null,
          day_limit: limits.day ?? null,
          concurrency_limit: limits.concurrency ?? null,
          scopes: null,
          regions: null,
          created_at_ms: nowMs(),
          ...grantColumns(grants),
        })
        .onConflict((conflict) =>
          Object.keys(columns).length === 0
            ? conflict.column('name').doNothing()
            : conflict.column('name').doUpdateSet(columns),
        )
        .execute()
      const details = { ...limitDetails(limits), ...grantDetails(grants) }
      await writeAudit(transaction, { action: 'plan.set', by, subject: name, details })
      const rows = planRows(transaction).where('plans.name', '=', name)
      return planEntry(await rows.executeTakeFirstOrThrow())
    })
  }

  remove(by: Actor, name: string): Promise<boolean> {
    return this.#database.transaction().execute(async (transaction) => {
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
      const note = { action: 'plan.removed', by, subject: name, details } as const
      await this.#options.writeAudit(transaction, note)
      return true
    })
  }
}

/** Selects plans with the number of their developers. */
function planRows(database: AccountDatabase) {
  return database
    .selectFrom('plans')
    .selectAll('plans')
    .select((eb) =>
      eb
        .selectFrom('developers')
        .whereRef('developers.plan', '=', 'plans.name')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('developers'),
    )
    .orderBy('plans.name')
}

function planEntry(
  row: Parameters<typeof ownLimitsOf>[0] &
    GrantColumns & {
      readonly name: string
      readonly developers: number | null
    },
): PlanEntry {
  const { name, developers } = row
  return { name, limits: ownLimitsOf(row), ...grantsOf(row), developers: developers ?? 0 }
}
