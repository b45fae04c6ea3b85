import type { Actor } from '../../domain/audit.ts'
import type { AccountParts } from './account-parts.ts'
import { keyRows } from './key-rows.ts'
import type { AccountDatabase } from './schema.ts'

/** Which key is revoked, when and by whom. */
export interface RevokeOrder {
  readonly keyId: string
  readonly atMs: number
  readonly by: Actor
  readonly isLeaked?: boolean
  /** Only a key of this developer. */
  readonly ofDeveloper?: string
}

/** Revokes a key and says so in the audit trail; one that is unknown or revoked already stays as it is, and nothing is said. */
export async function revokeKey(
  { database, writeAudit }: Pick<AccountParts, 'database' | 'writeAudit'>,
  { keyId, atMs, by, isLeaked = false, ofDeveloper }: RevokeOrder,
): Promise<void> {
  await database.transaction().execute(async (transaction: AccountDatabase) => {
    const revoked = await transaction
      .updateTable('keys')
      .set({ revoked_at_ms: atMs })
      .where('id', '=', keyId)
      .where('revoked_at_ms', 'is', null)
      .$if(ofDeveloper !== undefined, (query) =>
        query.where('application_id', 'in', ({ selectFrom }) =>
          selectFrom('applications')
            .select('id')
            .where('developer_id', '=', ofDeveloper ?? ''),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    if (revoked === undefined) return
    const key = await keyRows(transaction).where('keys.id', '=', keyId).executeTakeFirstOrThrow()
    await writeAudit(transaction, {
      action: isLeaked ? 'key.leaked' : 'key.revoked',
      by,
      developer: { developerId: key.developer_id, name: key.developer },
      subject: keyId,
      details: { application: key.application, ...(key.name !== '' && { name: key.name }) },
    })
  })
}
