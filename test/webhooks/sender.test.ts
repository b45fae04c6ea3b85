import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SenderLeaseLost, type AttemptRecord, type DueDelivery } from '../../src/webhooks/outbox.ts'
import { Sender } from '../../src/webhooks/delivery/sender.ts'
import { openOutboxScene } from './outbox-scene.ts'

/** An attempt that the test ends. */
interface OpenAttempt {
  readonly delivery: DueDelivery
  readonly end: (outcome: AttemptRecord['outcome']) => void
}

const DELIVERED = { result: 'delivered' } as const

/** A sender over a real outbox, whose attempts end as the test says. */
async function openScene() {
  const scene = await openOutboxScene(1_000_000)
  const { clock, outbox, lease, settle } = scene
  const open = new Set<OpenAttempt>()
  let isLost = false
  const failures: unknown[] = []
  let recordFails = 0
  const start = () =>
    new Sender({
      outbox: {
        due: (query) => outbox.due(query),
        record: async (records, proof) => {
          if (recordFails > 0) {
            recordFails -= 1
            throw new Error('The disk is away.')
          }
          await outbox.record(records, proof)
        },
      },
      lease,
      clock,
      attempt: (delivery, signal) =>
        new Promise((resolve) => {
          const attempt: OpenAttempt = {
            delivery,
            end: (outcome) => {
              open.delete(attempt)
              const { webhookId, seq } = delivery
              const endedAtMs = clock.nowMs()
              resolve({ webhookId, seq, attempts: [], answer: '', endedAtMs, outcome })
            },
          }
          open.add(attempt)
          signal.addEventListener('abort', () => resolve(undefined))
        }),
      onLost: () => {
        isLost = true
      },
      onFailure: (error) => void failures.push(error),
    })
  const enqueue = async (messageId: string, ids: readonly string[]) => {
    const content = { type: 'event.started', timestamp: '', data: {} }
    const cursor = { liveSeq: undefined, clockMs: undefined }
    await outbox.enqueue([{ messageId, content, webhookIds: ids }], cursor, lease)
  }
  return {
    ...scene,
    enqueue,
    open,
    start,
    failures,
    failRecords: (count: number) => (recordFails = count),
    isLost: () => isLost,
    messages: () => [...open].map(({ delivery }) => delivery.messageId).toSorted(),
    endAll: async (outcome: AttemptRecord['outcome'] = DELIVERED) => {
      for (const attempt of open) attempt.end(outcome)
      await settle()
    },
  }
}

describe('the sender of webhooks', () => {
  it('sends to one webhook one at a time in order, also while the first is retried', async () => {
    const scene = await openScene()
    await scene.addWebhooks([['a', 'https://a.example/']])
    for (const id of ['m1', 'm2', 'm3']) await scene.enqueue(id, ['a'])
    const sender = scene.start()
    await scene.settle()
    assert.deepEqual(scene.messages(), ['m1'])
    await scene.endAll({ result: 'retry', atMs: scene.clock.nowMs() + 3_000 })
    scene.clock.advance(2_000)
    await scene.settle()
    assert.deepEqual(scene.messages(), [])
    scene.clock.advance(1_000)
    await scene.settle()
    assert.deepEqual(scene.messages(), ['m1'])
    await scene.endAll()
    assert.deepEqual(scene.messages(), ['m2'])
    await scene.endAll()
    assert.deepEqual(scene.messages(), ['m3'])
    await scene.endAll()
    assert.deepEqual(await scene.states(), [['delivered', 3]])
    await sender.end()
  })

  it('gives a slow host 8 slots, and every other host its own', async () => {
    const scene = await openScene()
    const slow = Array.from(
      { length: 300 },
      (_, n) => [`slow${n}`, 'https://slow.example/'] as const,
    )
    await scene.addWebhooks([...slow, ['quick', 'https://quick.example/']])
    await scene.enqueue('m1', [...slow.map(([id]) => id), 'quick'])
    const sender = scene.start()
    await scene.settle()
    const hosts = [...scene.open].map(({ delivery }) => delivery.host).toSorted()
    assert.deepEqual(hosts, ['quick.example', ...Array<string>(8).fill('slow.example')])
    await sender.end()
  })

  it('gives a developer 16 slots, however many hosts there are', async () => {
    const scene = await openScene()
    const many = Array.from({ length: 40 }, (_, n) => [`w${n}`, `https://h${n}.example/`] as const)
    await scene.addWebhooks([...many, ['other', 'https://other.example/']])
    const { database } = scene.accounts.tables
    const row = { id: 'another', name: 'another', created_at_ms: 0 }
    await database.insertInto('developers').values(row).execute()
    await database
      .updateTable('webhooks')
      .set({ developer_id: 'another' })
      .where('id', '=', 'other')
      .execute()
    await scene.enqueue('m1', [...many.map(([id]) => id), 'other'])
    const sender = scene.start()
    await scene.settle()
    const owners = [...scene.open].map(({ delivery }) => delivery.developerId).toSorted()
    assert.deepEqual(owners, ['another', ...Array<string>(16).fill('owner')])
    await sender.end()
  })

  it('sends again after it was aborted, with the same id', async () => {
    const scene = await openScene()
    await scene.addWebhooks([['a', 'https://a.example/']])
    await scene.enqueue('m1', ['a'])
    const first = scene.start()
    await scene.settle()
    await first.end()
    scene.open.clear()
    const second = scene.start()
    await scene.settle()
    assert.deepEqual(scene.messages(), ['m1'])
    await scene.endAll()
    await second.end()
    assert.deepEqual(await scene.states(), [['delivered', 1]])
  })

  it('keeps what it could not record, and sends nothing more to that webhook until then', async () => {
    const scene = await openScene()
    await scene.addWebhooks([['a', 'https://a.example/']])
    await scene.enqueue('m1', ['a'])
    const sender = scene.start()
    await scene.settle()
    scene.failRecords(2)
    await scene.endAll()
    assert.deepEqual([scene.messages(), scene.failures.length], [[], 1])
    scene.clock.advance(1_000)
    await scene.settle()
    assert.deepEqual(await scene.states(), [['pending', 1]])
    scene.clock.advance(1_000)
    await scene.settle()
    assert.deepEqual(await scene.states(), [['delivered', 1]])
    await sender.end()
  })

  it('stops when another node has the lease', async () => {
    const scene = await openScene()
    await scene.addWebhooks([['a', 'https://a.example/']])
    await scene.enqueue('m1', ['a'])
    const sender = scene.start()
    await scene.settle()
    assert.ok((await scene.outbox.acquireLease('another', 60_000)) !== undefined)
    await scene.endAll()
    assert.ok(scene.isLost())
    await sender.end()
    assert.equal(scene.failures.filter((one) => one instanceof SenderLeaseLost).length, 0)
  })
})
