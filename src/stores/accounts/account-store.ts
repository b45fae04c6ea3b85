import type { AccountStore, DeveloperEntry, KeyEntry, NewKey } from '../../domain/account-store.ts'
import { QUOTA_NAMES, type QuotaLimits } from '../../domain/quota.ts'
import { keyEntry, limitsOf, ownLimitsOf } from './account-rows.ts'
import type { AccountDatabase } from './schema.ts'

/** What the account store is made with. */
export interface AccountStoreSettings {
  readonly database: AccountDatabase
  /** The limits of a developer who has none of their own. */
  readonly defaultLimits: QuotaLimits
  /** Makes an id for a new developer or application; at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
}

type LimitChanges = Parameters<AccountStore['setLimits']>[1]

/** The accounts in SQL. In each transaction a write comes first, so that two writers queue and neither fails. */
export function createAccountStore({
  database,
  defaultLimits,
  newId,
  nowMs,
}: AccountStoreSettings): AccountStore {
  const keyRows = () =>
    database
      .selectFrom('keys')
      .innerJoin('applications', 'applications.id', 'keys.application_id')
      .innerJoin('developers', 'developers.id', 'applications.developer_id')
      .selectAll('keys')
      .select(['applications.name as application', 'developers.name as developer'])
      .orderBy('keys.created_at_ms')
      .orderBy('keys.id')

  const getKey = async (keyId: string): Promise<KeyEntry | undefined> => {
    const row = await keyRows().where('keys.id', '=', keyId).executeTakeFirst()
    return row === undefined ? undefined : keyEntry(row)
  }

  const listDevelopers = async (name?: string): Promise<readonly DeveloperEntry[]> => {
    const now = nowMs()
    const rows = await database
      .selectFrom('developers')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('keys')
          .innerJoin('applications', 'applications.id', 'keys.application_id')
          .whereRef('applications.developer_id', '=', 'developers.id')
          .where('keys.revoked_at_ms', 'is', null)
          .where(({ or, eb }) =>
            or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', now)]),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('active_keys'),
      )
      .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
      .orderBy('name')
      .execute()
    return rows.map((row) => ({
      developerId: row.id,
      name: row.name,
      limits: limitsOf(row, defaultLimits),
      ownLimits: ownLimitsOf(row),
      createdAtMs: row.created_at_ms,
      activeKeys: row.active_keys ?? 0,
    }))
  }

  return {
    createKey: async (key, limits) => {
      await database.transaction().execute(async (transaction) => {
        const { id } = await ensureDeveloper(transaction, key, newId)
        await changeLimits(transaction, key.developer, limits)
        await insertKey(transaction, key, await ensureApplication(transaction, key, id, newId))
      })
    },
    listKeys: async () => (await keyRows().execute()).map(keyEntry),
    getKey,
    revokeKey: async (keyId, atMs) => {
      await database
        .updateTable('keys')
        .set({ revoked_at_ms: atMs })
        .where('id', '=', keyId)
        .where('revoked_at_ms', 'is', null)
        .execute()
      return getKey(keyId)
    },
    rotateKey: async (keyId, replacement, oldExpiresAtMs) => {
      const rotated = await database.transaction().execute(async (transaction) => {
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
        return true
      })
      return rotated ? getKey(keyId) : undefined
    },
    listDevelopers: () => listDevelopers(),
    setLimits: async (name, limits) => {
      await changeLimits(database, name, limits)
      return (await listDevelopers(name))[0]
    },
    countForeignPepper: async (pepperId) => {
      const { count } = await database
        .selectFrom('keys')
        .where('pepper_id', '!=', pepperId)
        .where('revoked_at_ms', 'is', null)
        .where(({ or, eb }) =>
          or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs())]),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

async function ensureDeveloper(
  database: AccountDatabase,
  { developer, createdAtMs }: NewKey,
  newId: () => string,
) {
  await database
    .insertInto('developers')
    .values({ id: newId(), name: developer, created_at_ms: createdAtMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return database
    .selectFrom('developers')
    .select('id')
    .where('name', '=', developer)
    .executeTakeFirstOrThrow()
}

async function ensureApplication(
  database: AccountDatabase,
  { application, createdAtMs }: NewKey,
  developerId: string,
  newId: () => string,
): Promise<string> {
  await database
    .insertInto('applications')
    .values({
      id: newId(),
      developer_id: developerId,
      name: application,
      created_at_ms: createdAtMs,
    })
    .onConflict((conflict) => conflict.columns(['developer_id', 'name']).doNothing())
    .execute()
  const { id } = await database
    .selectFrom('applications')
    .select('id')
    .where('developer_id', '=', developerId)
    .where('name', '=', application)
    .executeTakeFirstOrThrow()
  return id
}

async function insertKey(database: AccountDatabase, key: NewKey, applicationId: string) {
  await database
    .insertInto('keys')
    .values({
      id: key.keyId,
      application_id: applicationId,
      mac: key.mac,
      pepper_id: key.pepperId,
      scopes: JSON.stringify(key.scopes),
      regions: JSON.stringify(key.regions),
      created_at_ms: key.createdAtMs,
      expires_at_ms: key.expiresAtMs ?? null,
      revoked_at_ms: null,
      replaced_by: null,
    })
    .execute()
}

async function changeLimits(database: AccountDatabase, name: string, limits: LimitChanges) {
  const changes = Object.fromEntries(
    QUOTA_NAMES.filter((limit) => limits[limit] !== undefined).map((limit) => [
      `${limit}_limit`,
      limits[limit],
    ]),
  )
  if (Object.keys(changes).length === 0) return
  await database.updateTable('developers').set(changes).where('name', '=', name).execute()
}
