import type { SignInStore } from '../../domain/sign-in-store.ts'
import type { AccountParts } from './account-parts.ts'
import { holdDevelopers } from './hold-rows.ts'
import { signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/** Who is an operator, in SQL. */
export function createRoles({
  database,
  defaultLimits,
  nowMs,
  writeAudit,
}: AccountParts): Pick<SignInStore, 'setRole'> {
  return {
    setRole: (name, isOperator, by) =>
      database.transaction().execute(async (transaction) => {
        // Takes the row of whoever it is: a link that makes an operator is used before all of this, or after it.
        await holdDevelopers(transaction).where('name', '=', name).execute()
        const changed = await transaction
          .updateTable('developers')
          .set({ is_operator: isOperator ? 1 : 0 })
          .where('name', '=', name)
          .where('is_operator', '=', isOperator ? 0 : 1)
          .returning('id')
          .executeTakeFirst()
        const row = await signInDevelopers(transaction)
          .where('developers.name', '=', name)
          .executeTakeFirst()
        if (row === undefined) return undefined
        const developer = signInDeveloperOf(row, defaultLimits)
        if (changed !== undefined) {
          const details = { role: isOperator ? 'operator' : 'developer' }
          await writeAudit(transaction, { action: 'developer.role_set', by, developer, details })
        }
        if (isOperator) return developer
        const withdrawn = await transaction
          .updateTable('invitations')
          .set({ withdrawn_at_ms: nowMs() })
          .where('developer_id', '=', developer.developerId)
          .where('makes_operator', '=', 1)
          .where('used_at_ms', 'is', null)
          .where('withdrawn_at_ms', 'is', null)
          .returning('id')
          .execute()
        const notes = withdrawn.map(() => ({
          action: 'invitation.withdrawn' as const,
          by,
          developer,
        }))
        await writeAudit(transaction, ...notes)
        return developer
      }),
  }
}
