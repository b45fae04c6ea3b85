import { inChunks } from '../../../platform/sql/row-limits.ts'
import type { ApplicationEntry, ApplicationStore } from '../../application-store.ts'
import type { AuditNote, SignedInActor } from '../../audit-note.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { countDailyChange } from '../developers/daily-changes.ts'
import { decide, reject } from '../transaction-result.ts'
import { lockDevelopers } from '../lock-rows.ts'
import { pruneApplications } from './prune-keys.ts'
import { readApplications } from './read-applications.ts'
import type { AccountDatabase } from '../schema.ts'

/**
 * Creates the SQL application store. Each change locks the developer's row first, so that
 * concurrent checks of names and counts run one after the other.
 */
export function createApplicationStore(options: AccountOptions): ApplicationStore {
  return new SqlApplicationStore(options)
}

class SqlApplicationStore implements ApplicationStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  list(developerId: string): Promise<readonly ApplicationEntry[]> {
    return readApplications(this.#database, this.#options.nowMs(), developerId)
  }

  async get(developerId: string, applicationId: string): Promise<ApplicationEntry | undefined> {
    const nowMs = this.#options.nowMs()
    return (await readApplications(this.#database, nowMs, developerId, applicationId))[0]
  }

  create(by: SignedInActor, name: string, max: number) {
    const { newId, nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      const developer = await lockDeveloper(transaction, by)
      const { count } = await existingApplications(transaction, by)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= max) return reject('applications_full')
      const createdAtMs = nowMs()
      const row = await transaction
        .insertInto('applications')
        .values({ id: newId(), developer_id: by.developerId, name, created_at_ms: createdAtMs })
        .onConflict((conflict) => conflict.columns(['developer_id', 'name']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) return reject('name_taken')
      if (!(await countDailyChange(transaction, by.developerId, createdAtMs))) {
        return reject('changes_full')
      }
      await pruneApplications(transaction, by.developerId, createdAtMs)
      const note = { action: 'application.created', by, developer, subject: name } as const
      await writeAudit(transaction, note)
      return { applicationId: row.id, name, createdAtMs, keys: [] } satisfies ApplicationEntry
    })
  }

  async rename(by: SignedInActor, applicationId: string, name: string) {
    const { nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      const developer = await lockDeveloper(transaction, by)
      const rows = await existingApplications(transaction, by).select(['id', 'name']).execute()
      const old = rows.find(({ id }) => id === applicationId)
      if (old === undefined) return reject('not_found')
      if (old.name === name) return this.#read(transaction, by, applicationId)
      if (rows.some((row) => row.name === name)) return reject('name_taken')
      if (!(await countDailyChange(transaction, by.developerId, nowMs()))) {
        return reject('changes_full')
      }
      await transaction
        .updateTable('applications')
        .set({ name })
        .where('id', '=', applicationId)
        .where('developer_id', '=', by.developerId)
        .execute()
      const details = { from: old.name }
      const note = { action: 'application.renamed', by, developer, subject: name, details } as const
      await writeAudit(transaction, note)
      return this.#read(transaction, by, applicationId)
    })
  }

  async remove(by: SignedInActor, applicationId: string): Promise<boolean> {
    const { nowMs, withReserve } = this.#options
    const removed = await withReserve(() =>
      decide(this.#database, async (transaction) => {
        await lockDeveloper(transaction, by)
        const atMs = nowMs()
        const old = await existingApplications(transaction, by)
          .where('id', '=', applicationId)
          .select('name')
          .executeTakeFirst()
        if (old === undefined) return reject('unknown')
        await transaction
          .updateTable('applications')
          // No valid name ends with a space, so the new name is free.
          .set({ removed_at_ms: atMs, name: `${old.name} ${applicationId} ` })
          .where('id', '=', applicationId)
          .where('developer_id', '=', by.developerId)
          .execute()
        await this.#revokeKeys(transaction, by, { applicationId, name: old.name, atMs })
        return 'removed'
      }),
    )
    return removed === 'removed'
  }

  /** Reads an application in the transaction that has locked or written it. */
  async #read(
    transaction: AccountDatabase,
    { developerId }: SignedInActor,
    applicationId: string,
  ): Promise<ApplicationEntry> {
    const nowMs = this.#options.nowMs()
    const [found] = await readApplications(transaction, nowMs, developerId, applicationId)
    if (found === undefined) throw new Error('The application is missing in its own transaction.')
    return found
  }

  /** Revokes the keys of a removed application and writes the audit entries of the removal. */
  async #revokeKeys(
    transaction: AccountDatabase,
    by: SignedInActor,
    removed: { readonly applicationId: string; readonly name: string; readonly atMs: number },
  ): Promise<void> {
    const { writeAudit } = this.#options
    const developer = asDeveloper(by)
    const revoked = await transaction
      .updateTable('keys')
      .set({ revoked_at_ms: removed.atMs })
      .where('application_id', '=', removed.applicationId)
      .where('revoked_at_ms', 'is', null)
      .returning(['id', 'name'])
      .execute()
    const notes = revoked.map(({ id, name }): AuditNote => {
      const details = { application: removed.name, ...(name !== '' && { name }) }
      return { action: 'key.revoked', by, developer, subject: id, details }
    })
    for (const some of inChunks(notes)) {
      await writeAudit(transaction, ...some)
    }
    await writeAudit(transaction, {
      action: 'application.removed',
      by,
      developer,
      subject: removed.name,
      details: { keys: String(revoked.length) },
    })
  }
}

/** Selects the applications of a developer that are not removed. */
function existingApplications(transaction: AccountDatabase, { developerId }: SignedInActor) {
  return transaction
    .selectFrom('applications')
    .where('developer_id', '=', developerId)
    .where('removed_at_ms', 'is', null)
}

/**
 * Locks the developer's row until the end of the transaction. Returns the developer for the audit
 * trail.
 */
async function lockDeveloper(transaction: AccountDatabase, by: SignedInActor) {
  await lockDevelopers(transaction).select('id').where('id', '=', by.developerId).execute()
  return asDeveloper(by)
}

function asDeveloper({ developerId, name }: SignedInActor) {
  return { developerId, name }
}
