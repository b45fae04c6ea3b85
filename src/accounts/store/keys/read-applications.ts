import { LIST_ROWS } from '../../../platform/sql/row-limits.ts'
import type { ApplicationEntry } from '../../application-store.ts'
import { applicationKey, keyRows, activeAt, type KeyRow } from './key-columns.ts'
import { ENDED_KEYS_KEPT } from './prune-keys.ts'
import type { AccountDatabase } from '../schema.ts'

/**
 * Returns the applications of a developer that are not removed, or the one with the given id, each
 * with its active keys and the newest others. The number of rows read is bounded.
 */
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
    .limit(LIST_ROWS)
    .execute()
  return Promise.all(
    applications.map(async ({ id, name, created_at_ms: createdAtMs }) => {
      const rows = await readKeys(database, nowMs, id)
      return {
        applicationId: id,
        name,
        createdAtMs,
        keys: rows.map((row) => applicationKey(row, nowMs)),
      }
    }),
  )
}

/** Reads by two indexed queries: the active keys and the newest keys. */
async function readKeys(
  database: AccountDatabase,
  nowMs: number,
  applicationId: string,
): Promise<readonly KeyRow[]> {
  const rows = keyRows(database)
    .where('keys.application_id', '=', applicationId)
    .orderBy('keys.created_at_ms', 'desc')
    .orderBy('keys.id')
  // One after the other: a connection in a transaction runs one statement at a time.
  const active = await rows.where(activeAt(nowMs)).limit(LIST_ROWS).execute()
  const newest = await rows.limit(ENDED_KEYS_KEPT).execute()
  const listed = new Set(newest.map(({ id }) => id))
  // Active keys that are not among the newest are older than all of them.
  return [...newest, ...active.filter(({ id }) => !listed.has(id))]
}
