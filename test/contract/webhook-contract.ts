import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CHANGES_PER_DAY_MAX } from '../../src/accounts/self-service-keys.ts'
import type { AccountService } from '../../src/accounts/open-account-service.ts'
import { COMMAND, type SignedInActor } from '../../src/accounts/audit-note.ts'
import type { ManualClock } from '../harness/manual-clock.ts'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { createOutbox } from '../../src/webhooks/store/outbox-rows.ts'
import { createWebhookStore } from '../../src/webhooks/store/webhook-rows.ts'
import { SenderLeaseLost, type Outbox } from '../../src/webhooks/outbox.ts'
import type { NewWebhook, WebhookStore } from '../../src/webhooks/webhook-store.ts'
import type { MessageContent, Webhook } from '../../src/webhooks/webhook.ts'
import { newName } from './new-key.ts'
import { newDeveloper } from './portal-accounts.ts'

/** Accounts under test, opened with a clock that the test steps. */
interface WebhooksUnderTest {
  readonly accounts: AccountService
  readonly clock: ManualClock
  close(): Promise<void>
}

const CONTENT: MessageContent = {
  type: 'event.started',
  timestamp: '2026-11-23T06:00:00.000Z',
  data: { region: 'jp' },
}

const CURSOR = { liveSeq: 7, clockMs: 1_000 }

function newWebhook(host = `${newName()}.example:443`): NewWebhook {
  return {
    webhookId: newName(),
    name: 'alerts',
    preset: 'standard',
    language: 'en',
    filter: { regions: ['jp'], events: [], conditions: [{ type: 'event.started' }] },
    host,
    target: `https://${host}/…`,
    sealed: new Uint8Array([1, 2, 3]),
  }
}

/** Contract of webhooks and of the outbox in every accounts database. */
export function webhookContract(name: string, open: () => Promise<WebhooksUnderTest>): void {
  describe(`webhooks, ${name}`, () => {
    let under: WebhooksUnderTest
    let store: WebhookStore
    let outbox: Outbox
    let owner: SignedInActor
    before(async () => {
      under = await open()
      store = createWebhookStore(under.accounts.tables)
      outbox = createOutbox(under.accounts.tables)
    })
    after(() => under.close())

    const create = async (webhook = newWebhook()): Promise<Webhook> => {
      owner = await newDeveloper(under.accounts)
      const created = await store.create(owner, owner, webhook, 1)
      if (typeof created === 'string') throw new Error(created)
      return created
    }
    const lease = async () => {
      const granted = await outbox.acquireLease(newName(), 0)
      assert.ok(granted !== undefined)
      return granted
    }
    const notice = (webhookIds: readonly string[]) => ({
      messageId: newName(),
      content: CONTENT,
      webhookIds,
    })
    const dueOf = async (webhookId: string) =>
      (
        await outbox.due({
          nowMs: under.clock.nowMs(),
          busyHosts: [],
          busyDevelopers: [],
          busyWebhooks: [],
          max: 100,
        })
      ).find((due) => due.webhookId === webhookId)
    const record = async (webhookId: string, seq: number, outcome: object) =>
      outbox.record(
        [
          {
            webhookId,
            seq,
            attempts: [{ atMs: 1, durationMs: 2, status: 200 }],
            answer: 'thanks',
            endedAtMs: under.clock.nowMs(),
            outcome: outcome as { result: 'delivered' },
          },
        ],
        await lease(),
      )

    it('move with their developer to another one, and stay due', async () => {
      const { webhookId } = await create()
      const from = owner
      const removed = await store.create(from, from, newWebhook(), 2)
      assert.ok(typeof removed === 'object')
      await store.remove(from, from, removed.webhookId)
      const into = await newDeveloper(under.accounts)
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      const lastRevision = (await outbox.changedAfter(0, 1_000)).at(-1)?.revision ?? 0
      const { developers } = under.accounts
      assert.equal(await developers.merge(COMMAND, from.developerId, into.developerId), 'merged')
      assert.deepEqual(await store.list(from.developerId), [])
      const moved = await store.list(into.developerId)
      assert.deepEqual(
        moved.map((webhook) => webhook.webhookId),
        [webhookId],
      )
      assert.equal((await dueOf(webhookId))?.developerId, into.developerId)
      const changes = await outbox.changedAfter(lastRevision, 1_000)
      assert.deepEqual(
        changes.map(({ subscription }) => subscription?.developerId),
        [into.developerId],
      )
    })

    it('are listed for their owner alone, up to the maximum', async () => {
      const created = await create()
      assert.deepEqual(await store.list(owner.developerId), [created])
      assert.deepEqual(created.filter, newWebhook().filter)
      assert.equal(await store.create(owner, owner, newWebhook(), 1), 'webhooks_full')
      const other = await newDeveloper(under.accounts)
      assert.deepEqual(await store.list(other.developerId), [])
      assert.equal(await store.get(other.developerId, created.webhookId), undefined)
      assert.equal(await store.sealed(other.developerId, created.webhookId), undefined)
      assert.equal(await store.change(other, other, created.webhookId, { name: 'x' }), 'not_found')
      assert.equal(await store.remove(other, other, created.webhookId), false)
      const page = { before: undefined, limit: 10 }
      assert.equal(await store.deliveries(other.developerId, created.webhookId, page), undefined)
    })

    it('are refused while their owner waits for approval', async () => {
      const waiting = await newDeveloper(under.accounts, 'approval')
      assert.equal(await store.create(waiting, waiting, newWebhook(), 1), 'waiting')
    })

    it('are changed in what is given, and rotated only from the secrets that were read', async () => {
      const { webhookId } = await create()
      const changed = await store.change(owner, owner, webhookId, { name: 'renamed' })
      assert.ok(typeof changed === 'object')
      assert.deepEqual([changed.name, changed.preset], ['renamed', 'standard'])
      const secrets = { old: new Uint8Array([1, 2, 3]), sealed: new Uint8Array([4]) }
      assert.equal(typeof (await store.rotate(owner, owner, webhookId, secrets)), 'object')
      assert.equal(await store.rotate(owner, owner, webhookId, secrets), 'changed')
      assert.deepEqual([...((await store.sealed(owner.developerId, webhookId)) ?? [])], [4])
      const { entries } = await under.accounts.audit.list({
        developerId: owner.developerId,
        limit: 10,
      })
      const actions = entries.map(({ action }) => action).filter((one) => one.startsWith('webhook'))
      assert.deepEqual(actions, ['webhook.rotated', 'webhook.changed', 'webhook.created'])
    })

    it('receive a notice once, in order, whatever is enqueued again', async () => {
      const { webhookId } = await create()
      const [first, second] = [notice([webhookId]), notice([webhookId])]
      await outbox.enqueue([first, second], CURSOR, await lease())
      await outbox.enqueue([first], { liveSeq: 8, clockMs: 2_000 }, await lease())
      assert.deepEqual(await outbox.cursor(), { liveSeq: 8, clockMs: 2_000 })
      const page = { before: undefined, limit: 10 }
      const listed = (await store.deliveries(owner.developerId, webhookId, page)) ?? []
      assert.deepEqual(
        listed.map(({ messageId, state }) => [messageId, state]),
        [
          [second.messageId, 'pending'],
          [first.messageId, 'pending'],
        ],
      )
      const due = await dueOf(webhookId)
      assert.deepEqual([due?.messageId, due?.content], [first.messageId, CONTENT])
      await record(webhookId, due?.seq ?? 0, { result: 'delivered' })
      assert.equal((await dueOf(webhookId))?.messageId, second.messageId)
      await record(webhookId, (await dueOf(webhookId))?.seq ?? 0, { result: 'delivered' })
      assert.equal(await dueOf(webhookId), undefined)
      const [, delivered] = (await store.deliveries(owner.developerId, webhookId, page)) ?? []
      assert.deepEqual([delivered?.state, delivered?.answer], ['delivered', 'thanks'])
    })

    it('wait with all deliveries after a failure until the retry, and are paused at the end', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId]), notice([webhookId])], CURSOR, await lease())
      const due = await dueOf(webhookId)
      assert.ok(due !== undefined)
      const atMs = under.clock.nowMs() + 5_000
      await record(webhookId, due.seq, { result: 'retry', atMs })
      assert.equal(await dueOf(webhookId), undefined)
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      assert.equal(await dueOf(webhookId), undefined)
      under.clock.advance(5_000)
      const again = await dueOf(webhookId)
      assert.deepEqual([again?.seq, again?.failures, again?.attempts.length], [due.seq, 1, 1])
      await record(webhookId, due.seq, { result: 'paused', note: 'failing' })
      const paused = await store.get(owner.developerId, webhookId)
      assert.deepEqual(
        [paused?.state, paused?.note, paused?.failures, paused?.dueAtMs],
        ['paused', 'failing', 2, undefined],
      )
      await store.setPaused(owner, owner, webhookId, undefined)
      const resumed = await dueOf(webhookId)
      assert.deepEqual([resumed?.seq, resumed?.failures], [due.seq, 0])
    })

    it('are not due while their owner is suspended, their host busy or they themselves', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      const due = await dueOf(webhookId)
      assert.ok(due !== undefined)
      const nowMs = under.clock.nowMs()
      const query = { nowMs, busyHosts: [], busyDevelopers: [], busyWebhooks: [], max: 100 }
      const ids = async (busy: object) =>
        (await outbox.due({ ...query, ...busy })).map((one) => one.webhookId)
      assert.ok(!(await ids({ busyHosts: [due.host] })).includes(webhookId))
      assert.ok(!(await ids({ busyWebhooks: [webhookId] })).includes(webhookId))
      assert.ok(!(await ids({ busyDevelopers: [owner.developerId] })).includes(webhookId))
      await under.accounts.developers.suspend({ kind: 'command' }, owner.developerId)
      assert.equal(await dueOf(webhookId), undefined)
    })

    it('get messages by hand: a test, and a delivered message again with its id', async () => {
      const { webhookId } = await create()
      const sent = await store.send(owner.developerId, webhookId, {
        messageId: newName(),
        content: { ...CONTENT, type: 'webhook.test' },
      })
      assert.ok(typeof sent === 'object')
      assert.equal((await dueOf(webhookId))?.seq, sent.seq)
      await record(webhookId, sent.seq, { result: 'delivered' })
      const again = await store.sendAgain(owner.developerId, webhookId, sent.seq)
      assert.ok(typeof again === 'object')
      assert.deepEqual(
        [again.state, again.messageId, again.attempts.length],
        ['pending', sent.messageId, 1],
      )
      assert.equal((await dueOf(webhookId))?.messageId, sent.messageId)
      assert.equal(await store.sendAgain(owner.developerId, webhookId, 1e9), 'not_found')
    })

    it('count tests among the changes of a day', async () => {
      const { webhookId, developerId } = await create()
      await under.accounts.tables.database
        .updateTable('developer_changes')
        .set({ changes: CHANGES_PER_DAY_MAX })
        .where('developer_id', '=', developerId)
        .execute()
      const message = { messageId: newName(), content: CONTENT }
      assert.equal(await store.send(developerId, webhookId, message), 'changes_full')
    })

    it('tell the sending node of every change in order', async () => {
      assert.equal(await outbox.isUsed(), true)
      const { webhookId } = await create()
      const changes = async (revision: number) =>
        (await outbox.changedAfter(revision, 10_000)).filter((one) => one.webhookId === webhookId)
      const [created] = await changes(0)
      assert.equal(created?.subscription?.developerId, owner.developerId)
      await store.setPaused(owner, owner, webhookId, 'by_owner')
      const [paused] = await changes(created?.revision ?? 0)
      assert.deepEqual(
        [paused?.subscription, await changes(paused?.revision ?? 0)],
        [undefined, []],
      )
    })

    it('are removed with their secrets at once, and with their deliveries soon', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      assert.equal(await store.remove(owner, owner, webhookId), true)
      assert.equal(await store.remove(owner, owner, webhookId), false)
      assert.equal(await dueOf(webhookId), undefined)
      const row = () =>
        under.accounts.tables.database
          .selectFrom('webhooks')
          .select('sealed')
          .where('id', '=', webhookId)
          .executeTakeFirst()
      assert.equal((await row())?.sealed.length, 0)
      while (await outbox.prune({ deliveriesBeforeMs: 0, messagesBeforeMs: 0, revision: 1e9 })) {}
      assert.equal(await row(), undefined)
    })

    it('forget deliveries and messages after their retention', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      const soonMs = under.clock.nowMs() + 1
      const bounds = { deliveriesBeforeMs: soonMs, messagesBeforeMs: soonMs, revision: 0 }
      while (await outbox.prune(bounds)) {}
      const page = { before: undefined, limit: 10 }
      assert.deepEqual(await store.deliveries(owner.developerId, webhookId, page), [])
      const left = await under.accounts.tables.database
        .selectFrom('webhook_messages')
        .select('id')
        .execute()
      assert.deepEqual(left, [])
    })

    it('are written only by the node that has the lease', async () => {
      const { webhookId } = await create()
      const first = await outbox.acquireLease('first', 60_000)
      assert.ok(first !== undefined)
      assert.equal(await outbox.acquireLease('second', 60_000), undefined)
      await outbox.releaseLease(first)
      const second = await outbox.acquireLease('second', 60_000)
      assert.ok(second !== undefined)
      await assert.rejects(outbox.enqueue([notice([webhookId])], CURSOR, first), SenderLeaseLost)
      await assert.rejects(outbox.record([], first), SenderLeaseLost)
      assert.equal(await dueOf(webhookId), undefined)
      await outbox.releaseLease(second)
    })

    it('become due again after a crash between enqueueing and sending', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      await under.accounts.tables.database
        .updateTable('webhooks')
        .set({ due_at_ms: null })
        .where('id', '=', webhookId)
        .execute()
      assert.equal(await dueOf(webhookId), undefined)
      await outbox.repair(await lease())
      assert.ok((await dueOf(webhookId)) !== undefined)
    })

    it('become due again when the clock that set their retry was far ahead', async () => {
      const { webhookId } = await create()
      await outbox.enqueue([notice([webhookId])], CURSOR, await lease())
      const seq = (await dueOf(webhookId))?.seq ?? 0
      const retryIn = (ms: number) =>
        record(webhookId, seq, { result: 'retry', atMs: under.clock.nowMs() + ms })
      await retryIn(HOUR_MS)
      await outbox.repair(await lease())
      assert.equal(await dueOf(webhookId), undefined)
      await retryIn(365 * 24 * HOUR_MS)
      await outbox.repair(await lease())
      assert.ok((await dueOf(webhookId)) !== undefined)
    })
  })
}
