import type { NewKey } from '../../account-store.ts'
import type { Actor } from '../../audit-note.ts'
import { insertKey, keyRows, timeDetail, type KeyRow } from './key-columns.ts'
import type { AccountDatabase } from '../schema.ts'
import type { WriteAudit } from '../audit/write-audit.ts'

/** Rotation of one key. */
export interface KeyRotation {
  readonly keyId: string
  readonly replacement: Omit<NewKey, 'developer' | 'application'>
  /** The old key expires then, or at its earlier expiry. Unix milliseconds. */
  readonly oldExpiresAtMs: number
  readonly by: Actor
}

/**
 * Replaces a key in a transaction that has locked its application: stores the replacement, makes
 * the old key expire and writes an audit entry. Returns the old key as it is now; `undefined`
 * without a change when it is unknown, revoked or already rotated.
 */
export async function rotateKey(
  transaction: AccountDatabase,
  writeAudit: WriteAudit,
  { keyId, replacement, oldExpiresAtMs, by }: KeyRotation,
): Promise<KeyRow | undefined> {
  const ended = await transaction
    .updateTable('keys')
    .set((eb) => ({
      expires_at_ms: eb
        .case()
        .when('expires_at_ms', '<', oldExpiresAtMs)
        .then(eb.ref('expires_at_ms'))
        .else(eb.val(oldExpiresAtMs))
        .end(),
      replaced_by: replacement.keyId,
    }))
    .where('id', '=', keyId)
    .where('revoked_at_ms', 'is', null)
    .where('replaced_by', 'is', null)
    .returning('application_id')
    .executeTakeFirst()
  if (ended === undefined) return undefined
  await insertKey(transaction, replacement, ended.application_id)
  const old = await keyRows(transaction).where('keys.id', '=', keyId).executeTakeFirstOrThrow()
  await writeAudit(transaction, {
    action: 'key.rotated',
    by,
    developer: { developerId: old.developer_id, name: old.developer },
    subject: keyId,
    details: { into: replacement.keyId, expires: timeDetail(old.expires_at_ms) },
  })
  return old
}
