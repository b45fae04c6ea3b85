import type { AccountDatabase } from '../../accounts/store/schema.ts'
import type { Language } from '../../platform/language.ts'
import type { WebhookFilter } from '../conditions/condition.ts'
import type {
  DueDelivery,
  DueQuery,
  ExpiringKey,
  OutboxCursor,
  SubscriptionChange,
} from '../outbox.ts'
import type { Attempt, MessageContent, Preset } from '../webhook.ts'

/** Maximum expiring keys in one read. */
const KEYS_MAX = 1_000

/** Reads the cursor of the sending node. */
export async function readCursor(database: AccountDatabase): Promise<OutboxCursor> {
  const { live_seq: liveSeq, clock_ms: clockMs } = await database
    .selectFrom('webhook_sender')
    .select(['live_seq', 'clock_ms'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { liveSeq: liveSeq ?? undefined, clockMs: clockMs ?? undefined }
}

/** Reads webhooks changed after a revision, in order. */
export async function readChanges(
  database: AccountDatabase,
  revision: number,
  max: number,
): Promise<readonly SubscriptionChange[]> {
  const rows = await database
    .selectFrom('webhooks')
    .select(['id', 'developer_id', 'filter', 'state', 'revision', 'created_at_ms'])
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    revision: row.revision,
    webhookId: row.id,
    subscription:
      row.state === 'active'
        ? {
            webhookId: row.id,
            developerId: row.developer_id,
            filter: JSON.parse(row.filter) as WebhookFilter,
            sinceMs: row.created_at_ms,
          }
        : undefined,
  }))
}

const DUE_COLUMNS = [
  'webhooks.id',
  'webhooks.developer_id',
  'webhooks.preset',
  'webhooks.language',
  'webhooks.host',
  'webhooks.sealed',
  'webhooks.failures',
  'webhooks.failing_since_ms',
  'webhook_deliveries.seq',
  'webhook_deliveries.message_id',
  'webhook_deliveries.attempts',
  'webhook_messages.content',
] as const

/** Reads the oldest pending delivery of due webhooks, the earliest first. */
export async function readDue(
  database: AccountDatabase,
  { nowMs, busyHosts, busyDevelopers, busyWebhooks, max }: DueQuery,
): Promise<readonly DueDelivery[]> {
  const rows = await database
    .selectFrom('webhooks')
    .innerJoin('developers', 'developers.id', 'webhooks.developer_id')
    .innerJoin('webhook_deliveries', (join) =>
      join
        .onRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
        .on('webhook_deliveries.seq', '=', (eb) =>
          eb
            .selectFrom('webhook_deliveries as pending')
            .select(({ fn }) => fn.min('pending.seq').as('seq'))
            .whereRef('pending.webhook_id', '=', 'webhooks.id')
            .where('pending.state', '=', 'pending'),
        ),
    )
    .innerJoin('webhook_messages', 'webhook_messages.id', 'webhook_deliveries.message_id')
    .select(DUE_COLUMNS)
    .where('webhooks.due_at_ms', '<=', nowMs)
    .where('webhooks.state', '=', 'active')
    .where('developers.suspended_at_ms', 'is', null)
    .$if(busyHosts.length > 0, (query) => query.where('webhooks.host', 'not in', [...busyHosts]))
    .$if(busyDevelopers.length > 0, (query) =>
      query.where('webhooks.developer_id', 'not in', [...busyDevelopers]),
    )
    .$if(busyWebhooks.length > 0, (query) =>
      query.where('webhooks.id', 'not in', [...busyWebhooks]),
    )
    .orderBy('webhooks.due_at_ms')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    webhookId: row.id,
    developerId: row.developer_id,
    seq: row.seq,
    messageId: row.message_id,
    content: JSON.parse(row.content) as MessageContent,
    attempts: JSON.parse(row.attempts) as readonly Attempt[],
    preset: row.preset as Preset,
    language: row.language as Language,
    host: row.host,
    sealed: row.sealed,
    failures: row.failures,
    failingSinceMs: row.failing_since_ms ?? undefined,
  }))
}

/** Reads when the next delivery is due (Unix ms). */
export async function readNextDue(database: AccountDatabase): Promise<number | undefined> {
  const row = await database
    .selectFrom('webhooks')
    .select('due_at_ms')
    .where('due_at_ms', 'is not', null)
    .orderBy('due_at_ms')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at_ms ?? undefined
}

/** Reads keys that expire after `fromMs` and at or before `untilMs` (Unix ms). */
export async function readExpiringKeys(
  database: AccountDatabase,
  fromMs: number,
  untilMs: number,
): Promise<readonly ExpiringKey[]> {
  const rows = await database
    .selectFrom('keys')
    .innerJoin('applications', 'applications.id', 'keys.application_id')
    .select(['keys.id', 'keys.name', 'keys.expires_at_ms', 'applications.developer_id'])
    .where('keys.expires_at_ms', '>', fromMs)
    .where('keys.expires_at_ms', '<=', untilMs)
    .where('keys.revoked_at_ms', 'is', null)
    .where('keys.replaced_by', 'is', null)
    .orderBy('keys.expires_at_ms')
    .limit(KEYS_MAX)
    .execute()
  return rows.map((row) => ({
    developerId: row.developer_id,
    keyId: row.id,
    name: row.name,
    expiresAtMs: row.expires_at_ms ?? 0,
  }))
}
