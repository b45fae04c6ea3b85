import type { AccountStore, KeyEntry, KeyOwner, NewKey, Revocation } from '../account-store.ts'
import { COMMAND } from '../audit-note.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import type { AccountOptions } from './account-store-options.ts'
import { decide, reject, Rejection } from './transaction-result.ts'
import { lockApplications, lockDevelopers } from './lock-rows.ts'
import { insertKey, keyDetails, keyEntry, keyRows, activeAt } from './keys/key-columns.ts'
import { limitColumns, limitDetails } from './plans/limit-columns.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { rotateKey } from './keys/rotate-key.ts'
import type { AccountDatabase } from './schema.ts'
import { IS_SELF_REGISTERED } from './sign-in/self-registered.ts'

/** Creates the SQL account store. */
export function createAccountStore(options: AccountOptions): AccountStore {
  return new SqlAccountStore(options)
}

class SqlAccountStore implements AccountStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  createKey(key: NewKey, limits: Partial<QuotaLimits>, owner: KeyOwner = 'any') {
    return decide(this.#database, async (transaction) => {
      const developer = await findOwner(transaction, key, owner, this.#options)
      if (developer instanceof Rejection) return developer
      await this.#setLimits(transaction, developer, limits)
      const ensure = () => ensureApplication(transaction, key, developer, this.#options)
      // A second try: an application removed concurrently frees its name.
      const applicationId = (await ensure()) ?? (await ensure())
      if (applicationId === undefined)
        throw new Error('The application is being removed; try again.')
      await insertKey(transaction, key, applicationId)
      await this.#options.writeAudit(transaction, {
        action: 'key.created',
        by: COMMAND,
        developer,
        subject: key.keyId,
        details: keyDetails(key, key.application),
      })
      return 'created'
    })
  }

  async listKeys(): Promise<readonly KeyEntry[]> {
    const rows = await keyRows(this.#database)
      .orderBy('keys.created_at_ms')
      .orderBy('keys.id')
      .select(IS_SELF_REGISTERED.as('is_self_registered'))
      .execute()
    return rows.map((row) => ({ ...keyEntry(row), isSelfRegistered: row.is_self_registered === 1 }))
  }

  async getKey(keyId: string): Promise<KeyEntry | undefined> {
    const row = await keyRows(this.#database).where('keys.id', '=', keyId).executeTakeFirst()
    return row === undefined ? undefined : keyEntry(row)
  }

  async revokeKey(
    keyId: string,
    atMs: number,
    { by, isLeaked }: Revocation = { by: COMMAND, isLeaked: false },
  ): Promise<KeyEntry | undefined> {
    const row = await revokeKey(this.#options, { keyId, atMs, by, isLeaked })
    return row === undefined ? undefined : keyEntry(row)
  }

  async rotateKey(
    keyId: string,
    replacement: NewKey,
    oldExpiresAtMs: number,
  ): Promise<KeyEntry | undefined> {
    return this.#database.transaction().execute(async (transaction) => {
      // Locks the application row first, in the same order as its removal, to avoid a deadlock.
      await lockApplications(transaction)
        .select('id')
        .where('id', '=', (eb) =>
          eb.selectFrom('keys').select('application_id').where('keys.id', '=', keyId),
        )
        .execute()
      const rotation = { keyId, replacement, oldExpiresAtMs, by: COMMAND }
      const old = await rotateKey(transaction, this.#options.writeAudit, rotation)
      return old && keyEntry(old)
    })
  }

  async countForeignPepper(pepperId: string): Promise<number> {
    const { count } = await this.#database
      .selectFrom('keys')
      .where('pepper_id', '!=', pepperId)
      .where(activeAt(this.#options.nowMs()))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  /** Sets the given limits of a developer and leaves the others. */
  async #setLimits(
    transaction: AccountDatabase,
    developer: NamedDeveloper,
    limits: Partial<QuotaLimits>,
  ): Promise<void> {
    const set = limitColumns(limits)
    if (Object.keys(set).length === 0) return
    await transaction
      .updateTable('developers')
      .set(set)
      .where('id', '=', developer.developerId)
      .execute()
    await this.#options.writeAudit(transaction, {
      action: 'developer.limits_set',
      by: COMMAND,
      developer,
      details: limitDetails(limits),
    })
  }
}

/** Developer as named in the audit trail. */
interface NamedDeveloper {
  readonly developerId: string
  readonly name: string
}

/** Returns the owner of a new key, creating a developer of that name unless `owner` forbids it. */
async function findOwner(
  transaction: AccountDatabase,
  { developer: name, createdAtMs }: NewKey,
  owner: KeyOwner,
  { newId, writeAudit }: AccountOptions,
): Promise<NamedDeveloper | Rejection<'developer_exists' | 'unknown_developer'>> {
  if (typeof owner === 'object') {
    const { developerId } = owner
    const found = await lockDevelopers(transaction)
      .select('name')
      .where('id', '=', developerId)
      .executeTakeFirst()
    return found === undefined ? reject('unknown_developer') : { developerId, name: found.name }
  }
  const created = await transaction
    .insertInto('developers')
    .values({ id: newId(), name, created_at_ms: createdAtMs, created_by: COMMAND.kind })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created !== undefined) {
    const developer = { developerId: created.id, name }
    await writeAudit(transaction, { action: 'developer.created', by: COMMAND, developer })
    return developer
  }
  if (owner === 'new') return reject('developer_exists')
  const { id } = await transaction
    .selectFrom('developers')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { developerId: id, name }
}

/**
 * Returns the application of this name, creating it when missing; `undefined` when it is being
 * removed.
 */
async function ensureApplication(
  transaction: AccountDatabase,
  { application: name, createdAtMs }: NewKey,
  developer: NamedDeveloper,
  { newId, writeAudit }: AccountOptions,
): Promise<string | undefined> {
  const { developerId } = developer
  const created = await transaction
    .insertInto('applications')
    .values({ id: newId(), developer_id: developerId, name, created_at_ms: createdAtMs })
    .onConflict((conflict) => conflict.columns(['developer_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created !== undefined) {
    const note = { action: 'application.created', by: COMMAND, developer, subject: name } as const
    await writeAudit(transaction, note)
    return created.id
  }
  // Locks its row, so that a concurrent removal also revokes the key to be created.
  const found = await lockApplications(transaction)
    .where('developer_id', '=', developerId)
    .where('name', '=', name)
    .where('removed_at_ms', 'is', null)
    .select('id')
    .executeTakeFirst()
  return found?.id
}
