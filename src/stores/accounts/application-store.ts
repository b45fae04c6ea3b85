import type { ApplicationEntry, ApplicationStore } from '../../domain/application-store.ts'
import type { AuditNote, SignedInActor } from '../../domain/audit.ts'
import type { AccountParts } from './account-parts.ts'
import { decide, refuse } from './decide.ts'
import { holdDevelopers } from './hold-rows.ts'
import { applicationKey, keyRows } from './key-rows.ts'
import type { AccountDatabase } from './schema.ts'

/** Entries of the audit trail in one statement; each has ten parameters, and databases bound those. */
const NOTES_MAX = 500

/** The applications of developers in SQL. Each change locks the developer's row first: so equal names and counts queue. */
export function createApplicationStore(parts: AccountParts): ApplicationStore {
  const { database, newId, nowMs, writeAudit } = parts

  const get: ApplicationStore['get'] = async (developerId, applicationId) =>
    (await readApplications(database, nowMs(), developerId, applicationId))[0]
  const getKnown = async (developerId: string, applicationId: string) =>
    (await get(developerId, applicationId)) ?? 'not_found'

  return {
    list: (developerId) => readApplications(database, nowMs(), developerId),
    get,

    create: async (by, name, max) => {
      const made = await decide(database, async (transaction) => {
        const developer = await lockDeveloper(transaction, by)
        const { count } = await transaction
          .selectFrom('applications')
          .where('developer_id', '=', by.developerId)
          .where('removed_at_ms', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count >= max) return refuse('applications_full')
        const createdAtMs = nowMs()
        const row = await transaction
          .insertInto('applications')
          .values({ id: newId(), developer_id: by.developerId, name, created_at_ms: createdAtMs })
          .onConflict((conflict) => conflict.columns(['developer_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return refuse('name_taken')
        const note = { action: 'application.created', by, developer, subject: name } as const
        await writeAudit(transaction, note)
        return { applicationId: row.id, name, createdAtMs, keys: [] } satisfies ApplicationEntry
      })
      return made
    },

    rename: async (by, applicationId, name) => {
      const renamed = await decide(database, async (transaction) => {
        const developer = await lockDeveloper(transaction, by)
        const rows = await transaction
          .selectFrom('applications')
          .select(['id', 'name'])
          .where('developer_id', '=', by.developerId)
          .where('removed_at_ms', 'is', null)
          .execute()
        const old = rows.find(({ id }) => id === applicationId)
        if (old === undefined) return refuse('not_found')
        if (old.name === name) return 'renamed'
        if (rows.some((row) => row.name === name)) return refuse('name_taken')
        await transaction
          .updateTable('applications')
          .set({ name })
          .where('id', '=', applicationId)
          .where('developer_id', '=', by.developerId)
          .execute()
        const details = { from: old.name }
        const note = {
          action: 'application.renamed',
          by,
          developer,
          subject: name,
          details,
        } as const
        await writeAudit(transaction, note)
        return 'renamed'
      })
      return renamed === 'renamed' ? getKnown(by.developerId, applicationId) : renamed
    },

    remove: async (by, applicationId) => {
      const removed = await decide(database, async (transaction) => {
        const developer = await lockDeveloper(transaction, by)
        const atMs = nowMs()
        const old = await transaction
          .selectFrom('applications')
          .select('name')
          .where('id', '=', applicationId)
          .where('developer_id', '=', by.developerId)
          .where('removed_at_ms', 'is', null)
          .executeTakeFirst()
        if (old === undefined) return refuse('unknown')
        await transaction
          .updateTable('applications')
          // The space at the end is in no name that anybody can give.
          .set({ removed_at_ms: atMs, name: `${old.name} ${applicationId} ` })
          .where('id', '=', applicationId)
          .where('developer_id', '=', by.developerId)
          .execute()
        const revoked = await transaction
          .updateTable('keys')
          .set({ revoked_at_ms: atMs })
          .where('application_id', '=', applicationId)
          .where('revoked_at_ms', 'is', null)
          .returning(['id', 'name'])
          .execute()
        const notes = revoked.map(({ id, name }): AuditNote => {
          const details = { application: old.name, ...(name !== '' && { name }) }
          return { action: 'key.revoked', by, developer, subject: id, details }
        })
        for (let at = 0; at < notes.length; at += NOTES_MAX) {
          await writeAudit(transaction, ...notes.slice(at, at + NOTES_MAX))
        }
        await writeAudit(transaction, {
          action: 'application.removed',
          by,
          developer,
          subject: old.name,
          details: { keys: String(revoked.length) },
        })
        return 'removed'
      })
      return removed === 'removed'
    },
  }
}

/** The applications of a developer that were not removed, or the one of them that is named. */
export async function readApplications(
  database: AccountDatabase,
  nowMs: number,
  developerId: string,
  applicationId?: string,
): Promise<readonly ApplicationEntry[]> {
  const applications = await database
    .selectFrom('applications')
    .select(['id', 'name', 'created_at_ms'])
    .where('developer_id', '=', developerId)
    .where('removed_at_ms', 'is', null)
    .$if(applicationId !== undefined, (query) => query.where('id', '=', applicationId ?? ''))
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute()
  if (applications.length === 0) return []
  const keys = await keyRows(database)
    .where('applications.developer_id', '=', developerId)
    .$if(applicationId !== undefined, (query) =>
      query.where('applications.id', '=', applicationId ?? ''),
    )
    .where('applications.removed_at_ms', 'is', null)
    .orderBy('keys.created_at_ms', 'desc')
    .orderBy('keys.id')
    .execute()
  const byApplication = Map.groupBy(keys, (row) => row.application_id)
  return applications.map(({ id, name, created_at_ms: createdAtMs }) => ({
    applicationId: id,
    name,
    createdAtMs,
    keys: (byApplication.get(id) ?? []).map((row) => applicationKey(row, nowMs)),
  }))
}

/** Holds the developer's row until the end of the transaction. Returns whom it is, for the audit trail. */
async function lockDeveloper(transaction: AccountDatabase, { developerId, name }: SignedInActor) {
  await holdDevelopers(transaction).where('id', '=', developerId).execute()
  return { developerId, name }
}
