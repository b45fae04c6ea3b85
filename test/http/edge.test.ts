import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { QUEUED_MAX } from '../../src/platform/http/server/overload/low-priority-queue.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { send } from '../harness/send.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A service with low limits on unknown keys, load and connections.
const clock = createManualClock(Date.UTC(2026, 5, 15, 12))
/**
 * Delays of up to 20 ms, such as that of a rejection after a store lookup, run on the system clock.
 */
const served: Clock = {
  ...clock,
  after: (ms, callback) => (ms <= 20 ? systemPlatform.clock : clock).after(ms, callback),
}
const seen = { delayMs: 0, share: 0 }
const service = await startTestService({
  folder: temporaryFolder(),
  clock: served,
  openSensors: () => ({
    eventLoopDelayMs: () => seen.delayMs,
    heapShare: () => seen.share,
    ownBytes: () => 0,
    freeMemory: () => {},
    close: () => {},
  }),
  environment: {
    BACKLINE_UNKNOWN_KEYS_MINUTE: '20',
    BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
    BACKLINE_CONNECTIONS_MAX: '40',
  },
})
after(() => service.stop())
const { origin } = service
const { text: KEY } = await service.issueKey()
const ID = String(demoExample('announcement.get', 'jp')['id'])
const PATH = `/api/open/v1/game/jp/announcement/${ID}`
const QUOTA = '/api/developer/v1/quota'

const from = (address: string, key: string, path = PATH) =>
  send(origin, path, { key, headers: { 'X-Forwarded-For': address } })
const unknownKey = () => generateKey(systemPlatform.fillRandom).text
const count = (type: string) => service.observations.filter((one) => one.type === type).length

test('a network that presents unknown keys is told to retry later; known keys and other networks are unaffected', async () => {
  assert.equal(checkAnswer(await from('198.51.100.1', KEY)).status, 200)
  for (let at = 0; at < 20; at += 1) {
    checkRefusal(await from('198.51.100.1', unknownKey(), at % 2 ? PATH : QUOTA), 'invalid_api_key')
  }
  const late = await service.issueKey()
  for (const key of [unknownKey(), late.text]) {
    const refused = checkRefusal(await from('198.51.100.1', key), 'unavailable')
    assert.equal(refused.headers['retry-after'], '60')
    assert.match((refused.json as { detail: string }).detail, /unknown keys came from your network/)
  }
  assert.equal(count('keys.look_up_refused'), 2)
  assert.equal(count('fault'), 0)
  checkRefusal(await from('198.51.100.1', 'bkl_no'), 'invalid_api_key')
  checkRefusal(await from('198.51.100.1, 198.51.100.2', unknownKey()), 'invalid_api_key')
  assert.equal(checkAnswer(await from('198.51.100.2', late.text)).status, 200)
  // A key that is now known is accepted from every network, also after a change of keys.
  clock.advance(10_000)
  for (const key of [KEY, late.text]) {
    assert.equal(checkAnswer(await from('198.51.100.1', key)).status, 200)
  }
  clock.advance(50_000)
  checkRefusal(await from('198.51.100.1', unknownKey()), 'invalid_api_key')
})

test('all addresses of one IPv6 /64 count as one network', async () => {
  for (let at = 0; at < 20; at += 1) await from(`2001:db8::${at + 1}`, unknownKey())
  checkRefusal(await from('2001:db8::ffff:1', unknownKey()), 'unavailable')
  checkRefusal(await from('2001:db8:0:1::1', unknownKey()), 'invalid_api_key')
})

test('under overload, keyed requests are 503 and not charged; files, status and health checks are served', async () => {
  const used = async () => (await send(origin, QUOTA, { key: KEY })).json
  const before = await used()
  for (const [change, overload] of [
    [{ delayMs: 501 }, 'delay'],
    [{ share: 0.95 }, 'memory'],
  ] as const) {
    Object.assign(seen, change)
    clock.advance(1_000)
    for (const path of [PATH, QUOTA, '/api/open/v1/nothing']) {
      const refused = checkRefusal(await send(origin, path, { key: KEY }), 'unavailable')
      assert.equal(refused.headers['retry-after'], '5')
    }
    // The portal sheds load too; its pages are files.
    for (const path of [
      '/portal/api/v1/sign-in',
      '/portal/%61pi/v1/sign-in',
      '/portal/sign-in/provider',
    ]) {
      const refused = await send(origin, path)
      assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'], path)
    }
    for (const path of ['/docs', '/portal', '/status', '/api/v2/summary.json']) {
      assert.equal((await send(origin, path)).status, 200, path)
    }
    const readyz = `${service.service.adminOrigin}/readyz`
    assert.equal((await fetch(readyz)).status, 200)
    clock.advance(5_000)
    // Too many concurrent requests are rejected one by one. Other overload rejects every request,
    // so the balancer must know.
    const unready = await fetch(readyz)
    assert.equal(unready.status, 503)
    assert.match(await unready.text(), /^not ready\n\nnode {10}overloaded\n/)
    const shed = service.observations.filter(
      (one) => one.type === 'load.shed' && one.overload === overload,
    )
    assert.equal(shed.length, 6)
    Object.assign(seen, { delayMs: 0, share: 0 })
    clock.advance(1_000)
    assert.equal((await fetch(readyz)).status, 200)
  }
  assert.equal(count('fault'), 0)
  clock.setWall(Date.UTC(2026, 5, 15, 12))
  const now = (await used()) as Record<'day', { used: number }>
  assert.equal(now.day.used, (before as typeof now).day.used)
})

test('public requests wait in a bounded, counted queue and do not delay keyed requests', async () => {
  const request = head('GET /api/public/v1/game/jp/events HTTP/1.1', 'Host: x')
  const connections = await Promise.all(Array.from({ length: 30 }, () => connectRaw(origin)))
  const shed = () =>
    service.observations.filter(
      ({ type, ...more }) =>
        type === 'load.shed' && 'overload' in more && more.overload === 'queue',
    )
  for (const connection of connections) connection.write(request.repeat(16))
  const keyed = await send(origin, PATH, { key: KEY })
  assert.equal(keyed.status, 200)
  while (shed().length < 100) await new Promise(setImmediate)
  assert.ok(shed().length <= 30 * 16 - QUEUED_MAX, `${shed().length} were refused`)
  for (const connection of connections) connection.drop()
  while (service.service.open() > 0) await new Promise(setImmediate)
  // The queue is empty, so there is room; the requests of disconnected clients are recorded as
  // aborted.
  const headers = { 'X-Forwarded-For': '198.51.100.77' }
  assert.equal((await send(origin, '/api/public/v1/game/jp/events', { headers })).status, 200)
  const left = service.observations.filter(
    (one) => one.type === 'request.answered' && one.status === 499,
  )
  assert.ok(left.length > 0)
})

test('connections over the limit are closed at once, and the others keep working', async () => {
  const { hostname, port } = new URL(origin)
  const sockets = Array.from({ length: 60 }, () => connect({ host: hostname, port: Number(port) }))
  for (const socket of sockets) socket.on('error', () => {})
  while (sockets.filter((socket) => socket.destroyed).length < 20) await new Promise(setImmediate)
  assert.ok(count('connection.refused') >= 20)
  for (const socket of sockets) socket.destroy()
  let status = 0
  while (status !== 200) {
    status = await send(origin, PATH, { key: KEY }).then(
      (answer) => answer.status,
      () => 0,
    )
  }
})

test('every kind of answer forbids content sniffing, and none names the server software', async () => {
  const statuses = new Set<number>()
  const tag = (await send(origin, '/docs')).headers['etag'] ?? ''
  const asked = [
    send(origin, PATH, { key: KEY }),
    send(origin, '/api/open/v1/game/jp/profile/70001/card/1', { key: KEY }),
    send(origin, '/docs'),
    send(origin, '/docs', { headers: { 'If-None-Match': tag } }),
    send(origin, '/api/open/openapi.json'),
    send(origin, '/nothing'),
    send(origin, `${PATH}/%zz`, { key: KEY }),
    send(origin, PATH),
    send(origin, PATH.replace('jp', 'xx'), { key: KEY }),
    send(origin, PATH, { method: 'POST' }),
    send(origin, PATH, { method: 'HEAD' }),
    send(origin, PATH, { key: KEY, headers: { X: 'x'.repeat(17_000) } }),
    send(origin, QUOTA, { key: KEY }),
  ]
  for (const { status, headers } of await Promise.all(asked)) {
    statuses.add(status)
    assert.equal(headers['x-content-type-options'], 'nosniff', String(status))
    assert.match(headers['x-request-id'] ?? '', /^[0-9a-f]{24}$/)
    for (const name of ['server', 'x-powered-by', 'via']) assert.equal(headers[name], undefined)
  }
  assert.deepEqual(
    [...statuses].sort((a, b) => a - b),
    [200, 304, 400, 401, 404, 405, 431],
  )
})
