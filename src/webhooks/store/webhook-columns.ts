import type { ExpressionBuilder, Selectable } from '#libraries/kysely'
import type { AccountDatabase, AccountTables } from '../../accounts/store/schema.ts'
import type { Language } from '../../platform/language.ts'
import type { WebhookFilter } from '../conditions/condition.ts'
import type { Attempt, Delivery, MessageContent, PauseNote, Preset, Webhook } from '../webhook.ts'

/** Columns of a webhook without its secrets. */
export const WEBHOOK_COLUMNS = [
  'webhooks.id',
  'webhooks.developer_id',
  'webhooks.name',
  'webhooks.preset',
  'webhooks.language',
  'webhooks.filter',
  'webhooks.target',
  'webhooks.state',
  'webhooks.note',
  'webhooks.created_at_ms',
  'webhooks.failures',
  'webhooks.failing_since_ms',
  'webhooks.due_at_ms',
] as const

type WebhookRow = Omit<Selectable<AccountTables['webhooks']>, 'host' | 'sealed' | 'revision'>

/** Returns the webhook of a row. */
export function webhookOf(row: WebhookRow): Webhook {
  return {
    webhookId: row.id,
    developerId: row.developer_id,
    name: row.name,
    preset: row.preset as Preset,
    language: row.language as Language,
    filter: JSON.parse(row.filter) as WebhookFilter,
    target: row.target,
    state: row.state === 'paused' ? 'paused' : 'active',
    note: (row.note as PauseNote | null) ?? undefined,
    createdAtMs: row.created_at_ms,
    failures: row.failures,
    failingSinceMs: row.failing_since_ms ?? undefined,
    dueAtMs: row.due_at_ms ?? undefined,
  }
}

/** Selects deliveries with the contents of their messages. */
export function deliveryRows(database: AccountDatabase) {
  return database
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_messages', 'webhook_messages.id', 'webhook_deliveries.message_id')
    .selectAll('webhook_deliveries')
    .select('webhook_messages.content')
}

type DeliveryRow = Selectable<AccountTables['webhook_deliveries']> &
  Pick<AccountTables['webhook_messages'], 'content'>

/** Returns the delivery of a row. */
export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    seq: row.seq,
    messageId: row.message_id,
    state: row.state,
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    content: JSON.parse(row.content) as MessageContent,
    attempts: JSON.parse(row.attempts) as readonly Attempt[],
    answer: row.answer,
  }
}

/** Selects the webhooks of a developer that are not removed. */
export function existingWebhooks(database: AccountDatabase, developerId: string) {
  return database
    .selectFrom('webhooks')
    .where('developer_id', '=', developerId)
    .where('state', '!=', 'removed')
}

/**
 * Makes the oldest pending delivery of an active webhook due at a time (Unix ms). The caller has
 * locked the sender's row.
 */
export async function scheduleNext(
  transaction: AccountDatabase,
  webhookId: string,
  atMs: number,
): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ due_at_ms: atMs })
    .where('id', '=', webhookId)
    .where('state', '=', 'active')
    .where(hasPendingDelivery)
    .execute()
}

/** The condition that a webhook has a pending delivery. */
export function hasPendingDelivery(eb: ExpressionBuilder<AccountTables, 'webhooks'>) {
  return eb.exists(
    eb
      .selectFrom('webhook_deliveries')
      .select('seq')
      .whereRef('webhook_id', '=', 'webhooks.id')
      .where('webhook_deliveries.state', '=', 'pending'),
  )
}
