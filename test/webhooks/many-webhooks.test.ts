import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemPlatform } from '../../src/platform/platform.ts'
import { Sender } from '../../src/webhooks/delivery/sender.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openOutbox } from './outbox-fixture.ts'

const WEBHOOKS = 10_000
const HOSTS = 100

describe('10,000 webhooks with one event', () => {
  it('receive it once each, a few at a time, while a dead host keeps only its own waiting', async () => {
    const { clock } = systemPlatform
    const { accounts, outbox, addWebhooks, acquire, states } = await openOutbox(
      temporaryFolder(),
      clock,
    )
    const ids = Array.from({ length: WEBHOOKS }, (_, n) => `w${n}`)
    // A developer for each host: of one developer, only 16 deliveries would be in flight.
    await addWebhooks(
      ids.map((id, n) => [id, `https://host${n % HOSTS}.example/`, `developer${n % HOSTS}`]),
    )
    const lease = await acquire()
    const content = { type: 'event.started', timestamp: '', data: {} }
    const cursor = { liveSeq: undefined, clockMs: undefined }
    await outbox.enqueue([{ messageId: 'm1', content, webhookIds: ids }], cursor, lease)

    const received = new Map<string, number>()
    const open = new Map<string, number>()
    let [openMax, openMaxOfHost] = [0, 0]
    const sender = new Sender({
      outbox,
      lease,
      clock,
      attempt: async ({ webhookId, seq, host }, signal) => {
        open.set(host, (open.get(host) ?? 0) + 1)
        openMaxOfHost = Math.max(openMaxOfHost, open.get(host) ?? 0)
        openMax = Math.max(
          openMax,
          open.values().reduce((sum, one) => sum + one, 0),
        )
        if (host.startsWith('host0.')) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return undefined
        }
        await new Promise(setImmediate)
        open.set(host, (open.get(host) ?? 1) - 1)
        received.set(webhookId, (received.get(webhookId) ?? 0) + 1)
        const endedAtMs = clock.nowMs()
        const outcome = { result: 'delivered' } as const
        return { webhookId, seq, attempts: [], answer: '', endedAtMs, outcome }
      },
      onLost: () => assert.fail('The lease is lost.'),
      onFailure: (error) => assert.fail(String(error)),
    })
    const reachable = WEBHOOKS - WEBHOOKS / HOSTS
    while (received.size < reachable) await new Promise((resolve) => setTimeout(resolve, 20))
    await sender.end()
    assert.ok(received.values().every((times) => times === 1))
    assert.ok(openMax <= 64 && openMaxOfHost <= 8, `${openMax} ${openMaxOfHost}`)
    const counts = new Map(await states())
    assert.equal((counts.get('delivered') ?? 0) + (counts.get('pending') ?? 0), WEBHOOKS)
    assert.ok((counts.get('pending') ?? 0) >= WEBHOOKS / HOSTS)
    await accounts.close()
  })
})
