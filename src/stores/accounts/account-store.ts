import type { AccountStore, KeyEntry, NewKey } from '../../domain/account-store.ts'
import { COMMAND } from '../../domain/audit.ts'
import type { AccountParts } from './account-parts.ts'
import { holdApplications } from './hold-rows.ts'
import { insertKey, keyDetails, keyEntry, keyRows, openAt } from './key-rows.ts'
import { limitColumns, limitDetails } from './limit-columns.ts'
import { revokeKey } from './revoke-key.ts'
import type { AccountDatabase } from './schema.ts'

/** The accounts in SQL. In each transaction a write comes first, so that two writers queue and neither fails. */
export function createAccountStore(parts: AccountParts): AccountStore {
  const { database, nowMs, writeAudit } = parts

  const allKeys = () => keyRows(database).orderBy('keys.created_at_ms').orderBy('keys.id')
  const getKey = async (keyId: string): Promise<KeyEntry | undefined> => {
    const row = await keyRows(database).where('keys.id', '=', keyId).executeTakeFirst()
    return row === undefined ? undefined : keyEntry(row)
  }

  return {
    createKey: async (key, limits) => {
      await database.transaction().execute(async (transaction) => {
        const developer = await ensureDeveloper(transaction, key, parts)
        const set = limitColumns(limits)
        if (Object.keys(set).length > 0) {
          await transaction
            .updateTable('developers')
            .set(set)
            .where('id', '=', developer.developerId)
            .execute()
          const details = limitDetails(limits)
          await writeAudit(transaction, {
            action: 'developer.limits_set',
            by: COMMAND,
            developer,
            details,
          })
        }
        const ensure = () => ensureApplication(transaction, key, developer, parts)
        // One that was removed just now has left its name to a new one.
        const applicationId = (await ensure()) ?? (await ensure())
        if (applicationId === undefined) throw new Error('The application is being removed.')
        await insertKey(transaction, key, applicationId)
        await writeAudit(transaction, {
          action: 'key.created',
          by: COMMAND,
          developer,
          subject: key.keyId,
          details: keyDetails(key, key.application),
        })
      })
    },

    listKeys: async () => (await allKeys().execute()).map(keyEntry),
    getKey,

    revokeKey: async (keyId, atMs, { by, isLeaked } = { by: COMMAND, isLeaked: false }) => {
      await revokeKey(parts, { keyId, atMs, by, isLeaked })
      return getKey(keyId)
    },

    rotateKey: async (keyId, replacement, oldExpiresAtMs) => {
      const rotated = await database.transaction().execute(async (transaction) => {
        // The application's row first, as who removes it takes it: else each would wait for the other.
        await holdApplications(transaction)
          .where('id', '=', ({ selectFrom }) =>
            selectFrom('keys').select('application_id').where('keys.id', '=', keyId),
          )
          .execute()
        const old = await transaction
          .updateTable('keys')
          // A key never outlives the expiry it had.
          .set(({ eb, ref, val }) => ({
            expires_at_ms: eb
              .case()
              .when('expires_at_ms', '<', oldExpiresAtMs)
              .then(ref('expires_at_ms'))
              .else(val(oldExpiresAtMs))
              .end(),
            replaced_by: replacement.keyId,
          }))
          .where('id', '=', keyId)
          .where('revoked_at_ms', 'is', null)
          .where('replaced_by', 'is', null)
          .returning('application_id')
          .executeTakeFirst()
        if (old === undefined) return false
        await insertKey(transaction, replacement, old.application_id)
        const { developer_id: developerId, developer } = await keyRows(transaction)
          .where('keys.id', '=', keyId)
          .executeTakeFirstOrThrow()
        await writeAudit(transaction, {
          action: 'key.rotated',
          by: COMMAND,
          developer: { developerId, name: developer },
          subject: keyId,
          details: { into: replacement.keyId },
        })
        return true
      })
      return rotated ? getKey(keyId) : undefined
    },

    countForeignPepper: async (pepperId) => {
      const { count } = await database
        .selectFrom('keys')
        .where('pepper_id', '!=', pepperId)
        .where(openAt(nowMs()))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** A developer as the audit trail names one. */
interface NamedDeveloper {
  readonly developerId: string
  readonly name: string
}

async function ensureDeveloper(
  transaction: AccountDatabase,
  { developer: name, createdAtMs }: NewKey,
  { newId, writeAudit }: AccountParts,
): Promise<NamedDeveloper> {
  const made = await transaction
    .insertInto('developers')
    .values({ id: newId(), name, created_at_ms: createdAtMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) {
    const developer = { developerId: made.id, name }
    await writeAudit(transaction, { action: 'developer.created', by: COMMAND, developer })
    return developer
  }
  const { id } = await transaction
    .selectFrom('developers')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { developerId: id, name }
}

/** The application of this name, made when there is none; `undefined` when it is just being removed. */
async function ensureApplication(
  transaction: AccountDatabase,
  { application: name, createdAtMs }: NewKey,
  developer: NamedDeveloper,
  { newId, writeAudit }: AccountParts,
): Promise<string | undefined> {
  const { developerId } = developer
  const made = await transaction
    .insertInto('applications')
    .values({ id: newId(), developer_id: developerId, name, created_at_ms: createdAtMs })
    .onConflict((conflict) => conflict.columns(['developer_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) {
    const note = { action: 'application.created', by: COMMAND, developer, subject: name } as const
    await writeAudit(transaction, note)
    return made.id
  }
  // Holds its row: who removes it in this moment revokes the key that is about to be made.
  const found = await holdApplications(transaction)
    .where('developer_id', '=', developerId)
    .where('name', '=', name)
    .where('removed_at_ms', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return found?.id
}
