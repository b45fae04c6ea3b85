import { activeAt } from './key-columns.ts'
import type { AccountDatabase } from '../schema.ts'

/** Number of newest ended keys of an application that are retained and listed. */
export const ENDED_KEYS_KEPT = 50

/**
 * Number of most recently removed applications of a developer that are retained with their keys.
 */
const REMOVED_APPLICATIONS_KEPT = 20

/** Maximum rows per call; the next call continues. */
const PRUNED_MAX = 200

/** Active keys per application assumed by the search for applications with too many rows. */
const ACTIVE_KEYS_USUAL = 10

/**
 * Deletes the ended keys of an application beyond the newest 50, at most 200 per call; retains
 * their ids in `retired_keys`. Returns the number deleted.
 */
export async function pruneKeys(
  transaction: AccountDatabase,
  applicationId: string,
  nowMs: number,
  kept: number = ENDED_KEYS_KEPT,
): Promise<number> {
  const ended = await transaction
    .selectFrom('keys')
    .select('id')
    .where('application_id', '=', applicationId)
    .where((eb) => eb.not(activeAt(nowMs)))
    .orderBy('created_at_ms', 'desc')
    .offset(kept)
    .limit(PRUNED_MAX)
    .execute()
  if (ended.length === 0) return 0
  const ids = ended.map(({ id }) => id)
  await transaction
    .insertInto('retired_keys')
    .values(ids.map((id) => ({ id, application_id: applicationId, retired_at_ms: nowMs })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await transaction.deleteFrom('keys').where('id', 'in', ids).execute()
  return ids.length
}

/**
 * Deletes the removed applications of a developer beyond the last 20 once their keys are deleted, a
 * few per call.
 */
export async function pruneApplications(
  transaction: AccountDatabase,
  developerId: string,
  nowMs: number,
): Promise<void> {
  const removed = await transaction
    .selectFrom('applications')
    .select('id')
    .where('developer_id', '=', developerId)
    .where('removed_at_ms', 'is not', null)
    .orderBy('removed_at_ms', 'desc')
    .offset(REMOVED_APPLICATIONS_KEPT)
    .limit(3)
    .execute()
  for (const { id } of removed) {
    const pruned = await pruneKeys(transaction, id, nowMs, 0)
    if (pruned === PRUNED_MAX) return
    await transaction.deleteFrom('applications').where('id', '=', id).execute()
  }
}

/**
 * Prunes the keys of every application with too many rows, as left by versions without this limit.
 * Runs short transactions with `pause` before each, until nothing is left or `pause` resolves to
 * false.
 */
export async function pruneAllKeys(
  database: AccountDatabase,
  nowMs: () => number,
  pause: () => Promise<boolean>,
): Promise<void> {
  const crowded = await database
    .selectFrom('keys')
    .select('application_id')
    .groupBy('application_id')
    .having(({ fn }) => fn.countAll(), '>', ENDED_KEYS_KEPT + ACTIVE_KEYS_USUAL)
    .execute()
  for (const { application_id: applicationId } of crowded) {
    const pruneOnce = () =>
      database
        .transaction()
        .execute((transaction) => pruneKeys(transaction, applicationId, nowMs()))
    do {
      if (!(await pause())) return
    } while ((await pruneOnce()) > 0)
  }
}
