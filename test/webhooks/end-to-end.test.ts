import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it, mock } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { openWebhooks, type WebhookSources } from '../../src/app/open-webhooks.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { Prediction } from '../../src/history/prediction.ts'
import type { Predictor } from '../../src/history/predictions/predictor.ts'
import { unavailable } from '../../src/platform/http/errors/service-error.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'
import type { Condition } from '../../src/webhooks/conditions/condition.ts'
import { createWebhookService } from '../../src/webhooks/create-webhook-service.ts'
import type { MessageContent } from '../../src/webhooks/webhook.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, createCollectorScene, NOON, pointsAt } from '../snapshots/collector-scene.ts'

// A collector with a fake gateway, the history, the accounts, the sending process and a receiver,
// on one stepped clock.

const EVENT: GameEvent = {
  region: 'jp',
  id: BOARD.id,
  name: 'Run',
  startsAtMs: NOON,
  endsAtMs: NOON + 3 * DAY_MS,
}

const CONDITIONS: readonly Condition[] = [
  { type: 'cutoff.passed', rank: 1, points: 500_000 },
  { type: 'speed.passed', rank: 1, pointsPerHour: 400_000 },
  { type: 'prediction.moved', rank: 1, percent: 5 },
  { type: 'announcement.published', categories: [], tab: 'BUG' },
  { type: 'data.stale', minutes: 2 },
  { type: 'data.recovered', minutes: 2 },
  { type: 'quota.used', percent: 80 },
  { type: 'key.expiring', days: 7 },
]

/** Turns of the event loop in which a delivery on this machine ends. */
const TURNS_MAX = 100_000

const folder = temporaryFolder()
const scene = createCollectorScene(folder)
const { clock } = scene
const received: { readonly id: string; readonly content: MessageContent }[] = []
let verifier: Verifier | undefined
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    // The library compares the time of a message with that of the machine.
    mock.timers.enable({ apis: ['Date'], now: clock.nowMs() })
    const headers = request.headers as Record<string, string>
    const content = verifier?.verify(body, headers) as MessageContent
    mock.timers.reset()
    received.push({ id: headers['webhook-id'] ?? '', content })
    response.end('ok')
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo
const config = readConfig({
  BACKLINE_DATA_DIR: folder,
  BACKLINE_WEBHOOKS_PRIVATE: 'on',
  BACKLINE_WEBHOOKS_PORTS: String(port),
})
const platform = { ...systemPlatform, clock, observe: () => {} }
const accounts = await openAccountService(config, platform)
const opened = new AsyncDisposableStack()
let used = 0

/** A predictor whose second prediction is 10 % higher than the first. */
const predictor: Predictor = {
  predict: async ({ startsAtMs, endsAtMs }, nowMs) => {
    const value = nowMs < NOON + 65 * MINUTE_MS ? 1_000_000 : 1_100_000
    const interval = [value, value] as const
    const rank = { rank: 1, points: 1, value, interval50: interval, interval90: interval }
    const made = { madeAtMs: nowMs, snapshotMs: nowMs, model: 'rate', version: 1, pastRuns: 0 }
    return { board: BOARD, startsAtMs, endsAtMs, ...made, ranks: [rank] } as Prediction
  },
  measure: async () => undefined,
}

/** Creates a developer with a key that expires in 7 days and 5 minutes, and a webhook. */
async function createWebhook(): Promise<void> {
  await accounts.keys.issue({
    developer: 'Ada',
    application: 'bot',
    scopes: ['game:rankings'],
    regions: ['jp'],
    lifetimeMs: 7 * DAY_MS + 5 * MINUTE_MS,
    limits: { minute: 10, day: 100, concurrency: 1 },
  })
  const developer = await accounts.developers.findByName('Ada')
  const owner = { developerId: developer?.developerId ?? '', name: 'Ada' }
  const service = createWebhookService(accounts, config.webhooks, platform)
  const created = await service.create(COMMAND, owner, {
    name: 'alerts',
    url: `http://127.0.0.1:${port}/hook`,
    preset: 'standard',
    language: 'en',
    filter: { regions: ['jp'], events: [], conditions: [...CONDITIONS] },
  })
  assert.ok(typeof created === 'object')
  verifier = new Verifier(created.secret)
}

/** Advances the clock in steps of 10 s; after each, waits until nothing is to be delivered. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10_000) {
    clock.advance(10_000)
    for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate)
    for (let turn = 0; await hasPending(); turn += 1) {
      assert.ok(turn < TURNS_MAX, 'A delivery does not end.')
      await new Promise(setImmediate)
    }
  }
}

async function hasPending(): Promise<boolean> {
  const pending = await accounts.tables.database
    .selectFrom('webhook_deliveries')
    .select('seq')
    .where('state', '=', 'pending')
    .limit(1)
    .execute()
  return pending.length > 0
}

const told = (type: Condition['type']) =>
  received.map(({ content }) => content).filter((content) => content.type === type)

describe('a receiver of webhooks', () => {
  after(async () => {
    await opened.disposeAsync()
    await accounts.close()
    await scene.store.close()
    receiver.close()
  })

  it('gets each condition once, signed, when it is met', async () => {
    scene.events = [EVENT]
    await scene.watch()
    await scene.watch({ board: { ...BOARD, id: '2002' } })
    const collector = scene.start({ predictor })
    // A speed is known after an hour.
    await pass(58 * MINUTE_MS)
    await createWebhook()
    const sources: WebhookSources = {
      accounts: { service: () => accounts, opened: Promise.resolve() },
      history: scene.store,
      quotas: {
        read: async (_, limits) => ({
          limits,
          used: { minute: 0, day: used, concurrency: 0 },
          minuteEndsInMs: 1,
          dayEndsInMs: 1,
        }),
      },
    }
    openWebhooks({ config, platform, opened }, sources)
    await pass(2 * MINUTE_MS)
    used = 79
    await pass(MINUTE_MS)
    assert.deepEqual(told('quota.used'), [])
    assert.deepEqual(told('key.expiring'), [])
    used = 80
    const startAt = String(clock.nowMs())
    scene.announcements = [{ id: '9', title: 'A bug', startAt, category: 'BUG' }]
    await pass(17 * MINUTE_MS)
    scene.outcome = unavailable('The gateway is down.')
    await pass(6 * MINUTE_MS)
    scene.outcome = 'answers'
    await pass(4 * MINUTE_MS)
    await collector.close()

    const counts = CONDITIONS.map(({ type }) => [type, told(type).length])
    assert.deepEqual(
      counts,
      CONDITIONS.map(({ type }) => [type, 1]),
    )
    assert.equal(received.length, CONDITIONS.length)
    assert.equal(new Set(received.map(({ id }) => id)).size, received.length)

    const data = (type: Condition['type']) => told(type)[0]?.data ?? {}
    const cutoff = data('cutoff.passed')
    assert.equal(cutoff['points'], pointsAt(Number(cutoff['fetchedAt']), 1))
    const speed = data('speed.passed')
    assert.ok(Number(speed['pointsPerHour']) >= 400_000)
    assert.ok(Number(speed['fetchedAt']) >= NOON + HOUR_MS)
    const moved = data('prediction.moved')
    assert.deepEqual([moved['before'], moved['value'], moved['movedPercent']], [1e6, 1.1e6, 10])
    const { announcement, tab } = data('announcement.published')
    assert.deepEqual([announcement, tab], [{ id: '9', title: 'A bug', category: 'BUG' }, 'BUG'])
    const quota = data('quota.used')
    assert.deepEqual([quota['percent'], quota['used'], quota['limit']], [80, 80, 100])
    assert.equal(data('key.expiring')['expiresAt'], String(NOON + 63 * MINUTE_MS + 7 * DAY_MS))
    const boardsOf = (type: Condition['type']) =>
      (data(type)['boards'] as readonly { readonly id: string }[]).map(({ id }) => id).toSorted()
    assert.deepEqual(boardsOf('data.stale'), ['2001', '2002'])
    assert.deepEqual(boardsOf('data.recovered'), ['2001', '2002'])
  })
})
