import type { Actor } from '../../audit-note.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { keyRows, type KeyRow } from './key-columns.ts'
import type { AccountDatabase } from '../schema.ts'

/** Revocation of one key. */
export interface RevokeCommand {
  readonly keyId: string
  readonly atMs: number
  readonly by: Actor
  readonly isLeaked?: boolean
  /** Only if the key belongs to this developer. */
  readonly ofDeveloper?: string
}

/**
 * Revokes a key and writes an audit entry. Does nothing when the key is unknown or already revoked.
 * Returns the key as its transaction leaves it, whoever owns it; `undefined` when it is unknown.
 */
export async function revokeKey(
  {
    database,
    writeAudit,
    withReserve,
  }: Pick<AccountOptions, 'database' | 'writeAudit' | 'withReserve'>,
  { keyId, atMs, by, isLeaked = false, ofDeveloper }: RevokeCommand,
): Promise<KeyRow | undefined> {
  const revoke = async (transaction: AccountDatabase) => {
    const revoked = await transaction
      .updateTable('keys')
      .set({ revoked_at_ms: atMs })
      .where('id', '=', keyId)
      .where('revoked_at_ms', 'is', null)
      .$if(ofDeveloper !== undefined, (query) =>
        query.where('application_id', 'in', (eb) =>
          eb
            .selectFrom('applications')
            .select('id')
            .where('developer_id', '=', ofDeveloper ?? ''),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    const key = await keyRows(transaction).where('keys.id', '=', keyId).executeTakeFirst()
    if (revoked === undefined || key === undefined) return key
    await writeAudit(transaction, {
      action: isLeaked ? 'key.leaked' : 'key.revoked',
      by,
      developer: { developerId: key.developer_id, name: key.developer },
      subject: keyId,
      details: { application: key.application, ...(key.name !== '' && { name: key.name }) },
    })
    return key
  }
  return withReserve(() => database.transaction().execute(revoke))
}
