import { countDailyChange } from '../../accounts/store/developers/daily-changes.ts'
import { lockDevelopers } from '../../accounts/store/lock-rows.ts'
import type { AccountDatabase } from '../../accounts/store/schema.ts'
import { decide, reject } from '../../accounts/store/transaction-result.ts'
import type { Delivery, MessageContent } from '../webhook.ts'
import { MANUAL_DELIVERIES_MAX, type DeliveryQuery, type WebhookStore } from '../webhook-store.ts'
import { deliveryOf, deliveryRows, existingWebhooks, scheduleNext } from './webhook-columns.ts'
import type { WebhookStoreOptions } from './webhook-rows.ts'

/** The part of the webhook store that lists deliveries and adds them on request. */
type ManualDeliveries = Pick<WebhookStore, 'deliveries' | 'send' | 'sendAgain'>

/** Creates the part of the SQL webhook store that lists deliveries and adds them on request. */
export function createManualDeliveries(options: WebhookStoreOptions): ManualDeliveries {
  const rows = new ManualDeliveryRows(options)
  return {
    deliveries: (...given) => rows.deliveries(...given),
    send: (...given) => rows.send(...given),
    sendAgain: (...given) => rows.sendAgain(...given),
  }
}

class ManualDeliveryRows implements ManualDeliveries {
  readonly #options: WebhookStoreOptions

  constructor(options: WebhookStoreOptions) {
    this.#options = options
  }

  async deliveries(
    developerId: string,
    webhookId: string,
    { before, limit }: DeliveryQuery,
  ): Promise<readonly Delivery[] | undefined> {
    const { database } = this.#options
    if (!(await webhookExists(database, developerId, webhookId))) return undefined
    const rows = await deliveryRows(database)
      .where('webhook_id', '=', webhookId)
      .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(deliveryOf)
  }

  send(
    developerId: string,
    webhookId: string,
    { messageId, content }: { readonly messageId: string; readonly content: MessageContent },
  ) {
    const { database, nowMs } = this.#options
    return decide(database, async (transaction) => {
      // Every change of a webhook locks the developer first, then the sender's row (`nextSeq`):
      // another order could deadlock.
      await lockDevelopers(transaction).select('id').where('id', '=', developerId).execute()
      const seq = await nextSeq(transaction)
      if (!(await webhookExists(transaction, developerId, webhookId))) return reject('not_found')
      if (await isQueueFull(transaction, webhookId)) return reject('queue_full')
      const atMs = nowMs()
      if (!(await countDailyChange(transaction, developerId, atMs))) return reject('changes_full')
      await transaction
        .insertInto('webhook_messages')
        .values({ id: messageId, at_ms: atMs, content: JSON.stringify(content) })
        .execute()
      await transaction
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: webhookId,
          seq,
          message_id: messageId,
          state: 'pending',
          created_at_ms: atMs,
          attempts: '[]',
          answer: '',
        })
        .execute()
      await scheduleNext(transaction, webhookId, atMs)
      return readDelivery(transaction, webhookId, seq)
    })
  }

  sendAgain(developerId: string, webhookId: string, seq: number) {
    const { database, nowMs } = this.#options
    return decide(database, async (transaction) => {
      await nextSeq(transaction)
      if (!(await webhookExists(transaction, developerId, webhookId))) return reject('not_found')
      if (await isQueueFull(transaction, webhookId)) return reject('queue_full')
      const row = await transaction
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', ended_at_ms: null })
        .where('webhook_id', '=', webhookId)
        .where('seq', '=', seq)
        .returning('seq')
        .executeTakeFirst()
      if (row === undefined) return reject('not_found')
      await scheduleNext(transaction, webhookId, nowMs())
      return readDelivery(transaction, webhookId, seq)
    })
  }
}

async function webhookExists(
  database: AccountDatabase,
  developerId: string,
  webhookId: string,
): Promise<boolean> {
  const row = await existingWebhooks(database, developerId)
    .select('id')
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return row !== undefined
}

async function readDelivery(
  transaction: AccountDatabase,
  webhookId: string,
  seq: number,
): Promise<Delivery> {
  const row = await deliveryRows(transaction)
    .where('webhook_id', '=', webhookId)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  return deliveryOf(row)
}

/** Locks the sender's row until the end of the transaction. Returns the number of a delivery. */
async function nextSeq(transaction: AccountDatabase): Promise<number> {
  const { seq } = await transaction
    .updateTable('webhook_sender')
    .set(({ eb }) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

async function isQueueFull(transaction: AccountDatabase, webhookId: string): Promise<boolean> {
  const rows = await transaction
    .selectFrom('webhook_deliveries')
    .select('seq')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .limit(MANUAL_DELIVERIES_MAX)
    .execute()
  return rows.length >= MANUAL_DELIVERIES_MAX
}
