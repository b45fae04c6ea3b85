import type { SignedInActor } from '../../domain/audit.ts'
import { ACTIVE_KEYS_MAX, type OwnKeyStore } from '../../domain/own-key-store.ts'
import type { AccountParts } from './account-parts.ts'
import { decide, refuse } from './decide.ts'
import {
  applicationKey,
  insertKey,
  isOpen,
  keyDetails,
  keyRows,
  openAt,
  timeDetail,
  type KeyRow,
} from './key-rows.ts'
import { holdApplications } from './hold-rows.ts'
import { revokeKey } from './revoke-key.ts'
import type { AccountDatabase } from './schema.ts'

/**
 * The keys of developers in SQL, as they manage them themselves. What makes a key locks the row of its application first: so
 * those who count the active ones queue, and no two of them find the same place free.
 */
export function createOwnKeyStore(parts: AccountParts): OwnKeyStore {
  const { database, nowMs, writeAudit } = parts

  const read = async ({ developerId }: SignedInActor, keyId: string) => {
    const row = await ownKey(database, developerId, keyId)
    return row === undefined ? 'not_found' : applicationKey(row, nowMs())
  }

  return {
    create: async (by, applicationId, secret, traits) => {
      const made = await decide(database, async (transaction) => {
        const application = await lockApplication(transaction, by, { applicationId })
        if (application === undefined) return refuse('not_found')
        if (await isWaiting(transaction, by)) return refuse('waiting')
        const createdAtMs = nowMs()
        if ((await countOpen(transaction, applicationId, createdAtMs)) >= ACTIVE_KEYS_MAX) {
          return refuse('keys_full')
        }
        await insertKey(transaction, { ...secret, ...traits, createdAtMs }, applicationId)
        await writeAudit(transaction, {
          action: 'key.created',
          by,
          developer: { developerId: by.developerId, name: by.name },
          subject: secret.keyId,
          details: keyDetails(traits, application.name),
        })
        return 'made'
      })
      return made === 'made' ? read(by, secret.keyId) : made
    },

    rotate: async (by, keyId, secret, overlapMs) => {
      const rotated = await decide(database, async (transaction) => {
        const application = await lockApplication(transaction, by, { keyId })
        if (application === undefined) return refuse('not_found')
        const old = await ownKey(transaction, by.developerId, keyId)
        if (old === undefined) return refuse('not_found')
        if (await isWaiting(transaction, by)) return refuse('waiting')
        const createdAtMs = nowMs()
        if (isOver(old, createdAtMs)) return refuse('key_over')
        if ((await countOpen(transaction, application.id, createdAtMs)) >= ACTIVE_KEYS_MAX) {
          return refuse('keys_full')
        }
        const { name, scopes, regions, expiresAtMs } = applicationKey(old, createdAtMs)
        const traits = { name, scopes, regions, expiresAtMs }
        await insertKey(transaction, { ...secret, ...traits, createdAtMs }, application.id)
        const oldExpiresAtMs = Math.min(expiresAtMs ?? Infinity, createdAtMs + overlapMs)
        const ended = await transaction
          .updateTable('keys')
          .set({ replaced_by: secret.keyId, expires_at_ms: oldExpiresAtMs })
          .where('id', '=', keyId)
          // The command line locks no application.
          .where('revoked_at_ms', 'is', null)
          .where('replaced_by', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (ended === undefined) return refuse('key_over')
        await writeAudit(transaction, {
          action: 'key.rotated',
          by,
          developer: { developerId: by.developerId, name: by.name },
          subject: keyId,
          details: { into: secret.keyId, expires: timeDetail(oldExpiresAtMs) },
        })
        return 'made'
      })
      return rotated === 'made' ? read(by, secret.keyId) : rotated
    },

    change: async (by, keyId, { name, expiresAtMs }) => {
      const changed = await decide(database, async (transaction) => {
        const developer = { developerId: by.developerId, name: by.name }
        const application = await lockApplication(transaction, by, { keyId })
        const old = await ownKey(transaction, by.developerId, keyId)
        if (application === undefined || old === undefined) return refuse('not_found')
        if (expiresAtMs !== undefined && expiresAtMs !== old.expires_at_ms) {
          if (isOver(old, nowMs())) return refuse('key_over')
          if (expiresAtMs !== null && expiresAtMs < nowMs()) return refuse('past')
          const set = await transaction
            .updateTable('keys')
            .set({ expires_at_ms: expiresAtMs })
            .where('id', '=', keyId)
            .where('revoked_at_ms', 'is', null)
            .where('replaced_by', 'is', null)
            .returning('id')
            .executeTakeFirst()
          if (set === undefined) return refuse('key_over')
          const details = { expires: timeDetail(expiresAtMs) }
          const note = { action: 'key.expiry_set', by, developer, subject: keyId, details } as const
          await writeAudit(transaction, note)
        }
        if (name !== undefined && name !== old.name) {
          await transaction.updateTable('keys').set({ name }).where('id', '=', keyId).execute()
          const details = { from: old.name, to: name }
          const note = { action: 'key.renamed', by, developer, subject: keyId, details } as const
          await writeAudit(transaction, note)
        }
        return 'changed'
      })
      return changed === 'changed' ? read(by, keyId) : changed
    },

    revoke: async (by, keyId) => {
      await revokeKey(parts, { keyId, atMs: nowMs(), by, ofDeveloper: by.developerId })
      return read(by, keyId)
    },
  }
}

/** A key of this developer, in an application that was not removed. */
function ownKey(database: AccountDatabase, developerId: string, keyId: string) {
  return keyRows(database)
    .where('keys.id', '=', keyId)
    .where('applications.developer_id', '=', developerId)
    .where('applications.removed_at_ms', 'is', null)
    .executeTakeFirst()
}

/** Whether nothing of a key can be set any more: it is revoked, expired, or rotated into another one. */
function isOver(row: KeyRow, nowMs: number): boolean {
  return !isOpen(row, nowMs) || row.replaced_by !== null
}

type WhichApplication = { readonly applicationId: string } | { readonly keyId: string }

/** Holds the row of an application of this developer until the end of the transaction; `undefined` when there is none. */
function lockApplication(
  transaction: AccountDatabase,
  { developerId }: SignedInActor,
  which: WhichApplication,
) {
  return holdApplications(transaction)
    .where('developer_id', '=', developerId)
    .where('removed_at_ms', 'is', null)
    .where('id', '=', ({ selectFrom, val }) =>
      'keyId' in which
        ? selectFrom('keys').select('application_id').where('keys.id', '=', which.keyId)
        : val(which.applicationId),
    )
    .returning(['id', 'name'])
    .executeTakeFirst()
}

/** How many keys of an application are neither revoked nor expired. */
async function countOpen(
  transaction: AccountDatabase,
  applicationId: string,
  nowMs: number,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('keys')
    .where('application_id', '=', applicationId)
    .where(openAt(nowMs))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function isWaiting(
  transaction: AccountDatabase,
  { developerId }: SignedInActor,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('developers')
    .select('waiting_since_ms')
    .where('id', '=', developerId)
    .executeTakeFirst()
  return row !== undefined && row.waiting_since_ms !== null
}
