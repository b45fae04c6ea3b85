import type { AccountDatabase } from './schema.ts'

/**
 * Locks the row of the webhook sender until the end of the transaction. Returns the next revision
 * of a webhook.
 */
export async function nextWebhookRevision(transaction: AccountDatabase): Promise<number> {
  const { revision } = await transaction
    .updateTable('webhook_sender')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}
