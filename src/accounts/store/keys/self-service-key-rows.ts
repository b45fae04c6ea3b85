import type { SignedInActor } from '../../audit-note.ts'
import type { ApplicationKey } from '../../application-store.ts'
import {
  ACTIVE_KEYS_MAX,
  type KeyChanges,
  type KeySecret,
  type KeyTraits,
  type SelfServiceKeys,
} from '../../self-service-keys.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { countDailyChange } from '../developers/daily-changes.ts'
import { isGranted, readGrants } from '../plans/grant-columns.ts'
import { decide, reject, type Rejection } from '../transaction-result.ts'
import {
  applicationKey,
  insertKey,
  isActiveRow,
  keyDetails,
  keyRows,
  activeAt,
  timeDetail,
  type KeyRow,
} from './key-columns.ts'
import { lockApplications } from '../lock-rows.ts'
import { pruneKeys } from './prune-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'
import type { AccountDatabase } from '../schema.ts'

/**
 * Creates the SQL store of self-service keys. Creating a key locks its application's row first, so
 * that concurrent counts of active keys run one after the other.
 */
export function createSelfServiceKeys(options: AccountOptions): SelfServiceKeys {
  return new SqlSelfServiceKeys(options)
}

class SqlSelfServiceKeys implements SelfServiceKeys {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  async create(by: SignedInActor, applicationId: string, secret: KeySecret, traits: KeyTraits) {
    const { nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      const application = await lockApplication(transaction, by, { applicationId })
      if (application === undefined) return reject('not_found')
      if (await isWaiting(transaction, by)) return reject('waiting')
      if (!isGranted(await readGrants(transaction, by.developerId), traits)) {
        return reject('not_in_plan')
      }
      const createdAtMs = nowMs()
      const limit = await reachedLimit(transaction, by, applicationId, createdAtMs)
      if (limit !== undefined) return reject(limit)
      await insertKey(transaction, { ...secret, ...traits, createdAtMs }, applicationId)
      await pruneKeys(transaction, applicationId, createdAtMs)
      await writeAudit(transaction, {
        action: 'key.created',
        by,
        developer: asDeveloper(by),
        subject: secret.keyId,
        details: keyDetails(traits, application.name),
      })
      return this.#read(transaction, by, secret.keyId)
    })
  }

  async rotate(by: SignedInActor, keyId: string, secret: KeySecret, overlapMs: number) {
    const { nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      const application = await lockApplication(transaction, by, { keyId })
      if (application === undefined) return reject('not_found')
      const old = await ownKey(transaction, by, keyId)
      if (old === undefined) return reject('not_found')
      if (await isWaiting(transaction, by)) return reject('waiting')
      const createdAtMs = nowMs()
      if (isFinal(old, createdAtMs)) return reject('key_over')
      const limit = await reachedLimit(transaction, by, application.id, createdAtMs)
      if (limit !== undefined) return reject(limit)
      const { name, scopes, regions, expiresAtMs } = applicationKey(old, createdAtMs)
      const replacement = { ...secret, name, scopes, regions, expiresAtMs, createdAtMs }
      const rotation = { keyId, replacement, oldExpiresAtMs: createdAtMs + overlapMs, by }
      const rotated = await rotateKey(transaction, writeAudit, rotation)
      if (rotated === undefined) return reject('key_over')
      await pruneKeys(transaction, application.id, createdAtMs)
      return this.#read(transaction, by, secret.keyId)
    })
  }

  async change(by: SignedInActor, keyId: string, { name, expiresAtMs }: KeyChanges) {
    const { nowMs } = this.#options
    return decide(this.#database, async (transaction) => {
      const application = await lockApplication(transaction, by, { keyId })
      const old = await ownKey(transaction, by, keyId)
      if (application === undefined || old === undefined) return reject('not_found')
      const isRenamed = name !== undefined && name !== old.name
      const isExpirySet = expiresAtMs !== undefined && expiresAtMs !== old.expires_at_ms
      if (!isRenamed && !isExpirySet) return applicationKey(old, nowMs())
      if (isExpirySet) {
        const rejected = await this.#setExpiry(transaction, by, old, expiresAtMs)
        if (rejected !== undefined) return rejected
      }
      if (isRenamed) await this.#rename(transaction, by, old, name)
      if (!(await countDailyChange(transaction, by.developerId, nowMs()))) {
        return reject('changes_full')
      }
      return this.#read(transaction, by, keyId)
    })
  }

  async revoke(by: SignedInActor, keyId: string) {
    const { nowMs } = this.#options
    const { developerId } = by
    const row = await revokeKey(this.#options, {
      keyId,
      atMs: nowMs(),
      by,
      ofDeveloper: developerId,
    })
    const isOwn = row?.developer_id === developerId && row.removed_at_ms === null
    return isOwn ? applicationKey(row, nowMs()) : 'not_found'
  }

  /**
   * Reads a key in the transaction that has written it: after the commit, a failed read would lose
   * the secret of a new key, which is stored nowhere.
   */
  async #read(
    transaction: AccountDatabase,
    by: SignedInActor,
    keyId: string,
  ): Promise<ApplicationKey> {
    const row = await ownKey(transaction, by, keyId)
    if (row === undefined) throw new Error('The key is missing in its own transaction.')
    return applicationKey(row, this.#options.nowMs())
  }

  /** Sets the expiry of a key; returns a rejection when it is final or not in the future. */
  async #setExpiry(
    transaction: AccountDatabase,
    by: SignedInActor,
    old: KeyRow,
    expiresAtMs: number | null,
  ): Promise<Rejection<'key_over' | 'past'> | undefined> {
    const { nowMs, writeAudit } = this.#options
    if (isFinal(old, nowMs())) return reject('key_over')
    if (expiresAtMs !== null && expiresAtMs < nowMs()) return reject('past')
    if (!(await setExpiryUnlessFinal(transaction, old.id, expiresAtMs))) {
      return reject('key_over')
    }
    await writeAudit(transaction, {
      action: 'key.expiry_set',
      by,
      developer: asDeveloper(by),
      subject: old.id,
      details: { expires: timeDetail(expiresAtMs) },
    })
    return undefined
  }

  async #rename(
    transaction: AccountDatabase,
    by: SignedInActor,
    old: KeyRow,
    name: string,
  ): Promise<void> {
    await transaction.updateTable('keys').set({ name }).where('id', '=', old.id).execute()
    await this.#options.writeAudit(transaction, {
      action: 'key.renamed',
      by,
      developer: asDeveloper(by),
      subject: old.id,
      details: { from: old.name, to: name },
    })
  }
}

function asDeveloper({ developerId, name }: SignedInActor) {
  return { developerId, name }
}

/** Selects a key of this developer in an application that is not removed. */
function ownKey(database: AccountDatabase, { developerId }: SignedInActor, keyId: string) {
  return keyRows(database)
    .where('keys.id', '=', keyId)
    .where('applications.developer_id', '=', developerId)
    .where('applications.removed_at_ms', 'is', null)
    .executeTakeFirst()
}

/** Returns whether the expiry of a key is final: it is revoked, expired or already rotated. */
function isFinal(row: KeyRow, nowMs: number): boolean {
  return !isActiveRow(row, nowMs) || row.replaced_by !== null
}

/**
 * Sets the expiry of a key unless it is revoked or rotated by now: the command line does not lock
 * applications to revoke. Returns whether it did.
 */
async function setExpiryUnlessFinal(
  transaction: AccountDatabase,
  keyId: string,
  expiresAtMs: number | null,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('keys')
    .set({ expires_at_ms: expiresAtMs })
    .where('id', '=', keyId)
    .where('revoked_at_ms', 'is', null)
    .where('replaced_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

type WhichApplication = { readonly applicationId: string } | { readonly keyId: string }

/**
 * Locks an application's row until the end of the transaction; `undefined` when the developer has
 * no such application.
 */
function lockApplication(
  transaction: AccountDatabase,
  { developerId }: SignedInActor,
  which: WhichApplication,
) {
  return lockApplications(transaction)
    .where('developer_id', '=', developerId)
    .where('removed_at_ms', 'is', null)
    .where('id', '=', (eb) =>
      'keyId' in which
        ? eb.selectFrom('keys').select('application_id').where('keys.id', '=', which.keyId)
        : eb.val(which.applicationId),
    )
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** Counts a change of the day and returns the limit that forbids one more active key, if any. */
async function reachedLimit(
  transaction: AccountDatabase,
  { developerId }: SignedInActor,
  applicationId: string,
  nowMs: number,
): Promise<'keys_full' | 'changes_full' | undefined> {
  if ((await countActive(transaction, applicationId, nowMs)) >= ACTIVE_KEYS_MAX) return 'keys_full'
  return (await countDailyChange(transaction, developerId, nowMs)) ? undefined : 'changes_full'
}

/** Returns the number of keys of an application that are neither revoked nor expired. */
async function countActive(
  transaction: AccountDatabase,
  applicationId: string,
  nowMs: number,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('keys')
    .where('application_id', '=', applicationId)
    .where(activeAt(nowMs))
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
