import type { Actor, AuditAction } from '../../accounts/audit-note.ts'
import type { AccountOptions } from '../../accounts/store/account-store-options.ts'
import { countDailyChange } from '../../accounts/store/developers/daily-changes.ts'
import { lockDevelopers } from '../../accounts/store/lock-rows.ts'
import type { AccountDatabase, AccountTables } from '../../accounts/store/schema.ts'
import { decide, reject } from '../../accounts/store/transaction-result.ts'
import { nextWebhookRevision } from '../../accounts/store/webhook-revision.ts'
import type { PauseNote, Webhook } from '../webhook.ts'
import type { NewWebhook, WebhookChanges, WebhookOwner, WebhookStore } from '../webhook-store.ts'
import { createManualDeliveries } from './manual-delivery-rows.ts'
import { existingWebhooks, scheduleNext, WEBHOOK_COLUMNS, webhookOf } from './webhook-columns.ts'

/** Options of {@link createWebhookStore}. */
export type WebhookStoreOptions = Pick<AccountOptions, 'database' | 'nowMs' | 'writeAudit'>

/**
 * Creates the SQL webhook store. Each change locks the owner's row and then the sender's row, so
 * that concurrent changes and deliveries run one after the other.
 */
export function createWebhookStore(options: WebhookStoreOptions): WebhookStore {
  const rows = new WebhookRows(options)
  return {
    ...createManualDeliveries(options),
    create: (...given) => rows.create(...given),
    list: (developerId) => rows.list(developerId),
    get: (developerId, webhookId) => rows.get(developerId, webhookId),
    sealed: (developerId, webhookId) => rows.sealed(developerId, webhookId),
    change: (...given) => rows.change(...given),
    rotate: (...given) => rows.rotate(...given),
    setPaused: (...given) => rows.setPaused(...given),
    remove: (...given) => rows.remove(...given),
  }
}

/** The writes of one webhook change. */
interface Change {
  readonly set: Partial<Omit<AccountTables['webhooks'], 'failures'>> & { failures?: number }
  readonly action: AuditAction
  /** Whether pending deliveries become due now. */
  readonly schedulesNext?: true
  /** The change applies only while these are the stored encrypted secrets. */
  readonly expectedSealed?: Uint8Array
}

type WebhookManagement = Omit<WebhookStore, 'deliveries' | 'send' | 'sendAgain'>

class WebhookRows implements WebhookManagement {
  readonly #options: WebhookStoreOptions
  readonly #database: AccountDatabase

  constructor(options: WebhookStoreOptions) {
    this.#options = options
    this.#database = options.database
  }

  create(by: Actor, owner: WebhookOwner, webhook: NewWebhook, max: number) {
    const { nowMs, writeAudit } = this.#options
    const { developerId } = owner
    return decide(this.#database, async (transaction) => {
      const developer = await lockDevelopers(transaction)
        .select('waiting_since_ms')
        .where('id', '=', developerId)
        .executeTakeFirst()
      if (developer === undefined) return reject('not_found')
      if (developer.waiting_since_ms !== null) return reject('waiting')
      const { count } = await existingWebhooks(transaction, developerId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= max) return reject('webhooks_full')
      const atMs = nowMs()
      if (!(await countDailyChange(transaction, developerId, atMs))) return reject('changes_full')
      const { webhookId, name, preset, language, filter, host, target, sealed } = webhook
      const row = await transaction
        .insertInto('webhooks')
        .values({
          id: webhookId,
          developer_id: developerId,
          name,
          preset,
          language,
          filter: JSON.stringify(filter),
          host,
          target,
          sealed,
          state: 'active',
          created_at_ms: atMs,
          revision: await nextWebhookRevision(transaction),
        })
        .returning(WEBHOOK_COLUMNS)
        .executeTakeFirstOrThrow()
      const details = { preset }
      const note = {
        action: 'webhook.created',
        by,
        developer: owner,
        subject: name,
        details,
      } as const
      await writeAudit(transaction, note)
      return webhookOf(row)
    })
  }

  async list(developerId: string): Promise<readonly Webhook[]> {
    const rows = await existingWebhooks(this.#database, developerId)
      .select(WEBHOOK_COLUMNS)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map(webhookOf)
  }

  async get(developerId: string, webhookId: string): Promise<Webhook | undefined> {
    const row = await existingWebhooks(this.#database, developerId)
      .select(WEBHOOK_COLUMNS)
      .where('id', '=', webhookId)
      .executeTakeFirst()
    return row && webhookOf(row)
  }

  async sealed(developerId: string, webhookId: string): Promise<Uint8Array | undefined> {
    const row = await existingWebhooks(this.#database, developerId)
      .select('sealed')
      .where('id', '=', webhookId)
      .executeTakeFirst()
    return row?.sealed
  }

  change(by: Actor, owner: WebhookOwner, webhookId: string, changes: WebhookChanges) {
    const { name, preset, language, filter, target } = changes
    const set = {
      ...(name !== undefined && { name }),
      ...(preset !== undefined && { preset }),
      ...(language !== undefined && { language }),
      ...(filter !== undefined && { filter: JSON.stringify(filter) }),
    }
    if (target === undefined) {
      return this.#change(by, owner, webhookId, { set, action: 'webhook.changed' })
    }
    const { host, target: shown, sealed, old } = target
    // A new receiver starts without failures.
    const moved = { host, target: shown, sealed, failures: 0, failing_since_ms: null }
    return this.#change(by, owner, webhookId, {
      set: { ...set, ...moved },
      action: 'webhook.changed',
      schedulesNext: true,
      expectedSealed: old,
    })
  }

  rotate(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    { old, sealed }: { readonly old: Uint8Array; readonly sealed: Uint8Array },
  ) {
    return this.#change(by, owner, webhookId, {
      set: { sealed },
      action: 'webhook.rotated',
      expectedSealed: old,
    })
  }

  async setPaused(by: Actor, owner: WebhookOwner, webhookId: string, note: PauseNote | undefined) {
    const result = await this.#change(
      by,
      owner,
      webhookId,
      note === undefined
        ? {
            set: { state: 'active', note: null, failures: 0, failing_since_ms: null },
            action: 'webhook.resumed',
            schedulesNext: true,
          }
        : { set: { state: 'paused', note, due_at_ms: null }, action: 'webhook.paused' },
    )
    return result === 'changed' ? 'not_found' : result
  }

  async remove(by: Actor, owner: WebhookOwner, webhookId: string): Promise<boolean> {
    const removed = await this.#change(by, owner, webhookId, {
      set: { state: 'removed', due_at_ms: null, sealed: new Uint8Array() },
      action: 'webhook.removed',
    })
    return typeof removed === 'object'
  }

  #change(by: Actor, owner: WebhookOwner, webhookId: string, change: Change) {
    const { nowMs, writeAudit } = this.#options
    const { developerId } = owner
    return decide(this.#database, async (transaction) => {
      await lockDevelopers(transaction).select('id').where('id', '=', developerId).execute()
      const revision = await nextWebhookRevision(transaction)
      const found = await existingWebhooks(transaction, developerId)
        .select('sealed')
        .where('id', '=', webhookId)
        .executeTakeFirst()
      if (found === undefined) return reject('not_found')
      if (
        change.expectedSealed !== undefined &&
        !Buffer.from(found.sealed).equals(change.expectedSealed)
      ) {
        return reject('changed')
      }
      const atMs = nowMs()
      const isRemoval = change.set.state === 'removed' || change.set.state === 'paused'
      if (!isRemoval && !(await countDailyChange(transaction, developerId, atMs))) {
        return reject('changes_full')
      }
      await transaction
        .updateTable('webhooks')
        .set({ ...change.set, revision })
        .where('id', '=', webhookId)
        .execute()
      if (change.schedulesNext === true) await scheduleNext(transaction, webhookId, atMs)
      const row = await transaction
        .selectFrom('webhooks')
        .select(WEBHOOK_COLUMNS)
        .where('id', '=', webhookId)
        .executeTakeFirstOrThrow()
      await writeAudit(transaction, {
        action: change.action,
        by,
        developer: owner,
        subject: row.name,
      })
      return webhookOf(row)
    })
  }
}
