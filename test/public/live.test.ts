import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { NewLiveEntry } from '../../src/history/live-entry.ts'
import { acquireLease } from '../contract/history-under-test.ts'
import { LIFE_MS, RETRY_MS } from '../../src/history/live/live-handler.ts'
import { checkPublicRefusal } from '../harness/check-public-answer.ts'
import { readEventStream } from '../harness/read-event-stream.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, START, startPublicScene, type PublicScene } from './scene.ts'

// Live streams of a complete service.
const STREAMS_MAX = 3
const LIVE = '/api/public/v1/game/jp/live'
let scene: PublicScene
const open = new Set<IncomingMessage>()

before(async () => {
  scene = await startPublicScene(temporaryFolder(), {
    BACKLINE_LIVE_STREAMS_ADDRESS: String(STREAMS_MAX),
    BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
  })
})
after(async () => {
  for (const stream of open) stream.destroy()
  await scene.test.stop()
})

/** A connected client, and everything that it received. */
interface Client {
  readonly response: IncomingMessage
  readonly text: () => string
  leave(): Promise<void>
}

async function join(query = '', headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const asked = get(`${scene.test.origin}${LIVE}${query}`, { headers, agent: false })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  open.add(response)
  let text = ''
  response.on('data', (chunk) => (text += String(chunk)))
  response.on('error', () => {})
  return {
    response,
    text: () => text,
    leave: async () => {
      response.destroy()
      open.delete(response)
      await until(() => scene.test.service.open() === open.size)
    },
  }
}

/** Lets started work finish, and advances the clock for it. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (holds()) return
    if (turn % 4 === 0) scene.clock.advance(500)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.ok(holds(), 'it did not happen')
}

async function happen(id: string, count = 1): Promise<void> {
  const entries = Array.from({ length: count }, (): NewLiveEntry => ({
    region: 'jp',
    atMs: START,
    liveEvent: {
      type: 'gap.began',
      board: { region: 'jp', kind: 'event', id },
      fromMs: START,
      reason: 'maintenance',
    },
  }))
  await scene.history.record([], entries, await acquireLease(scene.history))
}

const idsOf = (text: string) =>
  readEventStream(text)
    .filter(({ event }) => event === 'gap.began')
    .map(({ id }) => Number(id))

describe('a live stream over HTTP', () => {
  it('declares its type, sends events, and resumes after the last event id', async () => {
    const client = await join()
    const { headers, statusCode } = client.response
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'text/event-stream')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['x-accel-buffering'], 'no')
    assert.equal(headers['etag'], undefined)
    await happen(EVENT_ID)
    await until(() => idsOf(client.text()).length === 1)
    const [, block] = readEventStream(client.text())
    assert.deepEqual(JSON.parse(block?.data ?? ''), {
      region: 'jp',
      noticedAt: String(START),
      board: { kind: 'event', id: EVENT_ID },
      from: String(START),
      reason: 'maintenance',
    })
    await client.leave()
    await happen(EVENT_ID, 3)
    const last = Number(block?.id)
    for (const again of [
      await join('', { 'Last-Event-ID': String(last) }),
      await join(`?after=${last}`),
      await join('?after=0', { 'Last-Event-ID': String(last) }),
    ]) {
      await until(() => idsOf(again.text()).length === 3)
      assert.deepEqual(idsOf(again.text()), [last + 1, last + 2, last + 3])
      await again.leave()
    }
  })

  it('sends only the requested boards and types', async () => {
    const client = await join('?type=gap.began&board=event:77&board=music:1')
    await happen(EVENT_ID)
    await happen('77')
    await until(() => idsOf(client.text()).length === 1)
    assert.match(client.text(), /"id":"77"/)
    assert.doesNotMatch(client.text(), new RegExp(`"id":"${EVENT_ID}"`))
    await client.leave()
  })

  it('rejects an event id that it never issued', async () => {
    const answer = await send(scene.test.origin, LIVE, { headers: { 'Last-Event-ID': 'x' } })
    assert.deepEqual(checkPublicRefusal(answer, 'invalid_request'), ['Last-Event-ID'])
  })

  it('is one of a few per address, and frees its slot when it ends', async () => {
    const clients = await Promise.all(Array.from({ length: STREAMS_MAX }, () => join()))
    const refused = await send(scene.test.origin, LIVE)
    checkPublicRefusal(refused, 'quota_exceeded')
    assert.equal(refused.headers['retry-after'], '30')
    // Streams occupy no slot of ordinary requests.
    const other = await send(scene.test.origin, '/api/public/v1/game/jp/events')
    assert.equal(other.status, 200)
    await clients.pop()?.leave()
    const [late] = [await join()]
    assert.equal(late.response.statusCode, 200)
    for (const client of [...clients, late]) await client.leave()
  })

  it('is rejected while the store is unavailable, without occupying a slot', async () => {
    const { newestLive } = scene.history
    const store = scene.history as { newestLive: typeof newestLive }
    store.newestLive = () => Promise.reject(new Error('away'))
    for (let at = 0; at <= STREAMS_MAX; at += 1) {
      checkPublicRefusal(await send(scene.test.origin, LIVE), 'unavailable')
    }
    store.newestLive = newestLive
    const client = await join()
    assert.equal(client.response.statusCode, 200)
    await client.leave()
  })

  it('is the last request of its connection: later bytes are discarded and occupy no slot', async () => {
    const connection = await connectRaw(scene.test.origin)
    const events = head('GET /api/public/v1/game/jp/events HTTP/1.1', 'Host: x')
    connection.write(events + head(`GET ${LIVE} HTTP/1.1`, 'Host: x') + events.repeat(30))
    assert.equal((await connection.next()).status, 200)
    await until(() => scene.test.service.open() === 1)
    connection.write(events)
    // It ends at its maximum age, and the connection with it.
    for (let passed = 0; passed <= LIFE_MS.max; passed += 10_000) {
      scene.clock.advance(10_000)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await until(() => scene.test.service.open() === 0)
    // The connection lingers for a second.
    await new Promise((resolve) => setTimeout(resolve, 20))
    scene.clock.advance(2_000)
    const text = (await connection.rest()).toString('latin1')
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
    assert.match(text, /retry: 250\n\n\r\n0\r\n\r\n$/)
    assert.equal(text.split('HTTP/1.1 ').length, 2, 'nothing else is answered')
  })

  it('starts for all clients that reconnect at once, and gives each another time to reconnect', async () => {
    const networks = Array.from({ length: 400 }, (_, at) => `10.9.${at >> 8}.${at & 255}`)
    const clients = await Promise.all(
      networks.map((network) => join('', { 'X-Forwarded-For': network })),
    )
    assert.deepEqual(
      clients.filter(({ response }) => response.statusCode !== 200),
      [],
    )
    await until(() => clients.every(({ text }) => text() !== ''))
    const retries = clients.map(({ text }) => Number(/^retry: ([0-9]+)/.exec(text())?.[1]))
    assert.ok(
      Math.min(...retries) < RETRY_MS.min + 100 && Math.max(...retries) > RETRY_MS.max - 100,
    )
    // Of 400 clients, no more than some 40 reconnect within the same half second.
    const inHalfSecond = Map.groupBy(retries, (ms) => Math.floor(ms / 500))
    for (const [, some] of inHalfSecond) assert.ok(some.length <= 45, String(some.length))
    for (const { response } of clients) {
      response.destroy()
      open.delete(response)
    }
    await until(() => scene.test.service.open() === 0)
  })

  it('ends at once when the service stops', async () => {
    const client = await join()
    const ended = once(client.response, 'end')
    assert.equal(await scene.test.service.stop(60_000), true)
    await ended
  })
})
