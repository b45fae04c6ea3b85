import type { Actor } from '../../audit-note.ts'
import type { AccountOptions } from '../account-store-options.ts'
import type { AccountDatabase } from '../schema.ts'

/** Sessions of a developer to end, with the audit details. */
export interface SessionEnd {
  readonly developer: { readonly developerId: string; readonly name: string }
  readonly by: Actor
  readonly why: string
  /** All except the one with this MAC, or those started by a person. */
  readonly which: { readonly allBut: Uint8Array } | { readonly begunBy: string }
}

/**
 * Ends sessions of one developer in a transaction, with one audit entry each. A provider session
 * started by an older version may be any person's, so it ends with the sessions of each. Returns
 * the number of sessions ended.
 */
export async function endSessions(
  transaction: AccountDatabase,
  { writeAudit }: Pick<AccountOptions, 'writeAudit'>,
  { developer, by, why, which }: SessionEnd,
): Promise<number> {
  const ended = await transaction
    .deleteFrom('sessions')
    .where('developer_id', '=', developer.developerId)
    .where((eb) =>
      'allBut' in which
        ? eb('token_mac', '!=', which.allBut)
        : eb.or([
            eb('identity_id', '=', which.begunBy),
            eb.and([eb('signed_in_by', '=', 'provider'), eb('identity_id', 'is', null)]),
          ]),
    )
    .returning(['signed_in_by', 'agent'])
    .execute()
  const notes = ended.map(({ signed_in_by: signedInBy, agent }) => ({
    action: 'session.ended' as const,
    by,
    developer,
    details: { with: signedInBy, agent, why },
  }))
  await writeAudit(transaction, ...notes)
  return ended.length
}
