import type { Actor } from '../../audit-note.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { lockDevelopers } from '../lock-rows.ts'
import type { AccountDatabase } from '../schema.ts'
import { reject, type Rejection } from '../transaction-result.ts'
import { nextWebhookRevision } from '../webhook-revision.ts'

/** Two developers who are the same person. */
interface Merge {
  readonly by: Actor
  readonly fromId: string
  readonly intoId: string
}

type MergeOptions = Pick<AccountOptions, 'newId' | 'nowMs' | 'writeAudit'>

/**
 * Moves persons, applications, keys and webhooks in a transaction. The database reports each moved
 * application to the key caches of all nodes.
 */
export async function mergeDevelopers(
  transaction: AccountDatabase,
  options: MergeOptions,
  { by, fromId, intoId }: Merge,
): Promise<'merged' | Rejection<'not_found' | 'suspended' | 'same'>> {
  if (fromId === intoId) return reject('same')
  // In the order of their ids, so that two merges of the same developers cannot block each other.
  const rows = await lockDevelopers(transaction)
    .where('id', 'in', [fromId, intoId])
    .orderBy('id')
    .select(['id', 'name', 'suspended_at_ms'])
    .execute()
  const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id))
  if (from === undefined || into === undefined) return reject('not_found')
  if (from.suspended_at_ms !== null || into.suspended_at_ms !== null) return reject('suspended')
  const persons = await transaction
    .updateTable('identities')
    .set({ developer_id: intoId })
    .where('developer_id', '=', fromId)
    .returning('id')
    .execute()
  const applications = await moveApplications(transaction, options, fromId, intoId)
  const webhooks = await moveWebhooks(transaction, fromId, intoId)
  await endAccess(transaction, options.nowMs(), fromId)
  const details = {
    from: from.name,
    to: into.name,
    persons: String(persons.length),
    applications: String(applications),
    webhooks: String(webhooks),
  }
  const notes = [into, from].map(({ id: developerId, name }) => ({
    action: 'developer.merged' as const,
    by,
    developer: { developerId, name },
    details,
  }))
  await options.writeAudit(transaction, ...notes)
  return 'merged'
}

/** Moves all applications; one whose name is taken gets a suffix. Returns their number. */
async function moveApplications(
  transaction: AccountDatabase,
  { newId }: MergeOptions,
  fromId: string,
  intoId: string,
): Promise<number> {
  const applicationsOf = (developerId: string) =>
    transaction
      .selectFrom('applications')
      .select(['id', 'name'])
      .where('developer_id', '=', developerId)
      .execute()
  const taken = new Set((await applicationsOf(intoId)).map(({ name }) => name))
  const applications = await applicationsOf(fromId)
  for (const { id, name } of applications) {
    const short = name.slice(0, 90).toWellFormed()
    await transaction
      .updateTable('applications')
      .set({
        developer_id: intoId,
        name: taken.has(name) ? `${short} ${newId().slice(0, 8)}` : name,
      })
      .where('id', '=', id)
      .execute()
  }
  return applications.length
}

/** Moves all webhooks, also beyond the maximum of a developer. Returns their number. */
async function moveWebhooks(
  transaction: AccountDatabase,
  fromId: string,
  intoId: string,
): Promise<number> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('developer_id', '=', fromId)
    .where('state', '!=', 'removed')
    .execute()
  for (const { id } of webhooks) {
    // The node that sends reads every webhook with a new revision again.
    const revision = await nextWebhookRevision(transaction)
    await transaction
      .updateTable('webhooks')
      .set({ developer_id: intoId, revision })
      .where('id', '=', id)
      .execute()
  }
  return webhooks.length
}

/** Suspends a developer who has nothing left, and ends every way to sign in. */
async function endAccess(
  transaction: AccountDatabase,
  nowMs: number,
  developerId: string,
): Promise<void> {
  await transaction.deleteFrom('sessions').where('developer_id', '=', developerId).execute()
  await transaction
    .updateTable('invitations')
    .set({ withdrawn_at_ms: nowMs })
    .where('developer_id', '=', developerId)
    .where('used_at_ms', 'is', null)
    .where('withdrawn_at_ms', 'is', null)
    .execute()
  await transaction
    .updateTable('access_requests')
    .set({ state: 'denied', decided_at_ms: nowMs })
    .where('developer_id', '=', developerId)
    .where('state', '=', 'pending')
    .execute()
  await transaction
    .updateTable('developers')
    .set({ suspended_at_ms: nowMs, is_operator: 0 })
    .where('id', '=', developerId)
    .execute()
}
