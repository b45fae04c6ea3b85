import type { AccountDatabase } from '../../accounts/store/schema.ts'
import type { OutboxBounds } from '../outbox.ts'

/** Maximum rows per table that one call deletes: below 5 ms on SQLite. */
const DELETED_MAX = 200

/** Deletes a bounded part of what exceeds the retention. Returns whether more may remain. */
export async function pruneOutbox(
  database: AccountDatabase,
  { deliveriesBeforeMs, messagesBeforeMs, revision }: OutboxBounds,
): Promise<boolean> {
  const old = await database
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'seq'])
    .where('created_at_ms', '<', deliveriesBeforeMs)
    .limit(DELETED_MAX)
    .execute()
  await deleteDeliveries(database, old)
  const messages = await database
    .selectFrom('webhook_messages')
    .select('id')
    .where('at_ms', '<', messagesBeforeMs)
    .limit(old.length < DELETED_MAX ? DELETED_MAX : 0)
    .execute()
  if (messages.length > 0) {
    const ids = messages.map(({ id }) => id)
    await database.deleteFrom('webhook_messages').where('id', 'in', ids).execute()
  }
  const [removed] = await database
    .selectFrom('webhooks')
    .select('id')
    .where('state', '=', 'removed')
    .where('revision', '<=', revision)
    .limit(1)
    .execute()
  if (removed !== undefined) await deleteWebhook(database, removed.id)
  return old.length === DELETED_MAX || messages.length === DELETED_MAX || removed !== undefined
}

async function deleteWebhook(database: AccountDatabase, id: string): Promise<void> {
  const deliveries = await database
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'seq'])
    .where('webhook_id', '=', id)
    .limit(DELETED_MAX)
    .execute()
  await deleteDeliveries(database, deliveries)
  if (deliveries.length < DELETED_MAX) {
    await database.deleteFrom('webhooks').where('id', '=', id).execute()
  }
}

async function deleteDeliveries(
  database: AccountDatabase,
  rows: readonly { readonly webhook_id: string; readonly seq: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await database
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', 'in', [...new Set(rows.map((row) => row.webhook_id))])
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute()
}
