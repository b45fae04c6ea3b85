import type { AccountDatabase } from '../../accounts/store/schema.ts'
import { nextWebhookRevision } from '../../accounts/store/webhook-revision.ts'
import type { AttemptRecord } from '../outbox.ts'
import { scheduleNext } from './webhook-columns.ts'

/**
 * Records an attempt and its outcome. A webhook that was paused or removed meanwhile keeps that
 * state. The caller has locked the sender's row.
 */
export async function recordAttempt(
  transaction: AccountDatabase,
  { webhookId, seq, attempts, answer, endedAtMs, outcome }: AttemptRecord,
): Promise<void> {
  const isDelivered = outcome.result === 'delivered'
  await transaction
    .updateTable('webhook_deliveries')
    .set({
      attempts: JSON.stringify(attempts),
      answer,
      ...(isDelivered && { state: 'delivered' as const, ended_at_ms: endedAtMs }),
    })
    .where('webhook_id', '=', webhookId)
    .where('seq', '=', seq)
    .execute()
  const webhook = transaction
    .updateTable('webhooks')
    .where('id', '=', webhookId)
    .where('state', '=', 'active')
  if (isDelivered) {
    await webhook.set({ failures: 0, failing_since_ms: null, due_at_ms: null }).execute()
    await scheduleNext(transaction, webhookId, endedAtMs)
    return
  }
  await webhook
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      failing_since_ms: eb.fn.coalesce('failing_since_ms', eb.val(endedAtMs)),
      due_at_ms: outcome.result === 'retry' ? outcome.atMs : null,
      ...(outcome.result === 'paused' && { state: 'paused' as const, note: outcome.note }),
    }))
    .execute()
  if (outcome.result === 'paused') await raiseRevision(transaction, webhookId)
}

/** Increases the revision of a webhook, so that the sending node updates its subscription index. */
async function raiseRevision(transaction: AccountDatabase, webhookId: string): Promise<void> {
  const revision = await nextWebhookRevision(transaction)
  await transaction.updateTable('webhooks').set({ revision }).where('id', '=', webhookId).execute()
}
