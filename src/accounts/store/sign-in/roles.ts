import type { Actor } from '../../audit-note.ts'
import type { SignInDeveloper, SignInStore } from '../../sign-in-store.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { decide, reject } from '../transaction-result.ts'
import { lockDevelopers } from '../lock-rows.ts'
import type { AccountDatabase } from '../schema.ts'
import { signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/** Creates the change of a developer's role. */
export function createSetRole(options: AccountOptions): SignInStore['setRole'] {
  const { database, withReserve } = options
  return async (developerId, isOperator, by) => {
    const change = () =>
      decide(database, async (transaction) => {
        // Locks the developer's row, so that an operator link is used either before or after the
        // whole change.
        const locked = await lockDevelopers(transaction)
          .select('waiting_since_ms')
          .where('id', '=', developerId)
          .executeTakeFirst()
        if (locked === undefined) return reject('unknown')
        if (isOperator && locked.waiting_since_ms !== null) return reject('waiting')
        const developer = await updateRole(transaction, options, developerId, isOperator, by)
        if (!isOperator) await withdrawOperatorLinks(transaction, options, developer, by)
        return developer
      })
    const set = await (isOperator ? change() : withReserve(change))
    return set === 'unknown' ? undefined : set
  }
}

async function updateRole(
  transaction: AccountDatabase,
  { defaultLimits, writeAudit }: AccountOptions,
  developerId: string,
  isOperator: boolean,
  by: Actor,
): Promise<SignInDeveloper> {
  const changed = await transaction
    .updateTable('developers')
    .set({ is_operator: isOperator ? 1 : 0 })
    .where('id', '=', developerId)
    .where('is_operator', '=', isOperator ? 0 : 1)
    .returning('id')
    .executeTakeFirst()
  const row = await signInDevelopers(transaction)
    .where('developers.id', '=', developerId)
    .executeTakeFirstOrThrow()
  const developer = signInDeveloperOf(row, defaultLimits)
  if (changed !== undefined) {
    const details = { role: isOperator ? 'operator' : 'developer' }
    await writeAudit(transaction, { action: 'developer.role_set', by, developer, details })
  }
  return developer
}

/** Withdraws the unused links that would make a developer an operator. */
async function withdrawOperatorLinks(
  transaction: AccountDatabase,
  { nowMs, writeAudit }: AccountOptions,
  developer: SignInDeveloper,
  by: Actor,
): Promise<void> {
  const withdrawn = await transaction
    .updateTable('invitations')
    .set({ withdrawn_at_ms: nowMs() })
    .where('developer_id', '=', developer.developerId)
    .where('makes_operator', '=', 1)
    .where('used_at_ms', 'is', null)
    .where('withdrawn_at_ms', 'is', null)
    .returning('id')
    .execute()
  const notes = withdrawn.map(() => ({ action: 'invitation.withdrawn' as const, by, developer }))
  await writeAudit(transaction, ...notes)
}

/** Makes the developer of a used operator link an operator. */
export async function promoteToOperator(
  transaction: AccountDatabase,
  { writeAudit }: AccountOptions,
  developerId: string,
): Promise<void> {
  const made = await transaction
    .updateTable('developers')
    .set({ is_operator: 1 })
    .where('id', '=', developerId)
    .where('is_operator', '=', 0)
    .returning(['id as developerId', 'name'])
    .executeTakeFirst()
  if (made === undefined) return
  await writeAudit(transaction, {
    action: 'developer.role_set',
    by: { kind: 'developer', ...made },
    developer: made,
    details: { role: 'operator', with: 'link' },
  })
}
