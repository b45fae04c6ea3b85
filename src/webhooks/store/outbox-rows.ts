import type { AccountOptions } from '../../accounts/store/account-store-options.ts'
import type { AccountDatabase } from '../../accounts/store/schema.ts'
import { nextTurn } from '../../platform/concurrency/next-turn.ts'
import type { Lease } from '../../platform/concurrency/maintain-lease.ts'
import { inChunks } from '../../platform/sql/row-limits.ts'
import { createSqlLease, type StoreTime } from '../../platform/sql/sql-lease.ts'
import { SenderLeaseLost, type Notice, type Outbox, type OutboxCursor } from '../outbox.ts'
import { RETRY_DELAY_MAX_MS } from '../delivery/retry-schedule.ts'
import { pruneOutbox } from './prune-outbox.ts'
import { recordAttempt } from './record-attempt.ts'
import {
  readChanges,
  readCursor,
  readDue,
  readExpiringKeys,
  readNextDue,
} from './outbox-queries.ts'
import { hasPendingDelivery } from './webhook-columns.ts'

/** Deliveries in one statement: below 5 ms on SQLite. */
const CHUNK = 500

/** Options of {@link createOutbox}. */
export interface OutboxOptions extends Pick<AccountOptions, 'database' | 'nowMs'> {
  readonly storeTime: StoreTime
}

/** Creates the SQL outbox. Every write locks the sender's row first. */
export function createOutbox({ database, nowMs, storeTime }: OutboxOptions): Outbox {
  return {
    ...createSqlLease(database, 'webhook_sender', storeTime),
    isUsed: async () => {
      const row = await database.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()
      return row !== undefined
    },
    repair: (lease) => fenced(database, lease, {}, repairDue(nowMs())),
    cursor: () => readCursor(database),
    changedAfter: (revision, max) => readChanges(database, revision, max),
    enqueue: (notices, cursor, lease) => enqueue(database, notices, cursor, lease, nowMs()),
    due: (query) => readDue(database, query),
    nextDueMs: () => readNextDue(database),
    record: (attempts, lease) =>
      fenced(database, lease, {}, async (transaction) => {
        for (const attempt of attempts) await recordAttempt(transaction, attempt)
      }),
    expiringKeys: (fromMs, untilMs) => readExpiringKeys(database, fromMs, untilMs),
    prune: (bounds) => pruneOutbox(database, bounds),
  }
}

/**
 * Updates the sender's row and runs `work` in one transaction. Rejects with {@link SenderLeaseLost}
 * if the epoch of the lease has passed.
 */
async function fenced<Result>(
  database: AccountDatabase,
  { epoch }: Lease,
  { deliveries = 0, cursor }: { readonly deliveries?: number; readonly cursor?: OutboxCursor },
  work: (transaction: AccountDatabase, lastSeq: number) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('webhook_sender')
      .set(({ eb }) => ({
        seq: eb('seq', '+', deliveries),
        ...(cursor !== undefined && {
          live_seq: cursor.liveSeq ?? null,
          clock_ms: cursor.clockMs ?? null,
        }),
      }))
      .where('id', '=', 1)
      .where('epoch', '=', epoch)
      .returning('seq')
      .executeTakeFirst()
    if (row === undefined) throw new SenderLeaseLost()
    return work(transaction, row.seq)
  })
}

function repairDue(atMs: number) {
  // A later due time was set by a clock that was ahead.
  const latestMs = atMs + RETRY_DELAY_MAX_MS
  return async (transaction: AccountDatabase): Promise<void> => {
    await transaction
      .updateTable('webhooks')
      .set({ due_at_ms: atMs })
      .where('state', '=', 'active')
      .where((eb) => eb.or([eb('due_at_ms', 'is', null), eb('due_at_ms', '>', latestMs)]))
      .where(hasPendingDelivery)
      .execute()
  }
}

async function enqueue(
  database: AccountDatabase,
  notices: readonly Notice[],
  cursor: OutboxCursor,
  lease: Lease,
  atMs: number,
): Promise<void> {
  const deliveries = notices.reduce((sum, { webhookIds }) => sum + webhookIds.length, 0)
  await fenced(database, lease, { deliveries, cursor }, async (transaction, lastSeq) => {
    let seq = lastSeq - deliveries
    for (const { messageId, content, webhookIds } of notices) {
      const added = await transaction
        .insertInto('webhook_messages')
        .values({ id: messageId, at_ms: atMs, content: JSON.stringify(content) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      // Stored before a crash, with all its deliveries.
      if (added === undefined) continue
      for (const some of inChunks(webhookIds, CHUNK)) {
        const rows = some.map((webhookId) => ({
          webhook_id: webhookId,
          seq: (seq += 1),
          message_id: messageId,
          state: 'pending' as const,
          created_at_ms: atMs,
          attempts: '[]',
          answer: '',
        }))
        await transaction.insertInto('webhook_deliveries').values(rows).execute()
        await transaction
          .updateTable('webhooks')
          .set({ due_at_ms: atMs })
          .where('id', 'in', [...some])
          .where('state', '=', 'active')
          .where('due_at_ms', 'is', null)
          .execute()
        if (webhookIds.length > CHUNK) await nextTurn()
      }
    }
  })
}
