import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import type { Gateway, GatewayReply } from '../../src/game/gateway.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const CONCURRENCY = 4

/** A gateway that counts its open calls and answers none until it is released. */
const work = { now: 0, most: 0, ends: [] as (() => void)[], isFree: false }
const gateway: Gateway = {
  read: async (call): Promise<GatewayReply> => {
    work.now += 1
    work.most = Math.max(work.most, work.now)
    if (!work.isFree) await new Promise<void>((resolve) => work.ends.push(resolve))
    work.now -= 1
    const { musicId } = call.arguments as { musicId: string }
    return { message: { players: [{ score: Number(musicId) }] }, fetchedAtMs: 1 }
  },
  close: () => {},
}
const free = () => {
  work.isFree = true
  for (const end of work.ends.splice(0)) end()
}

const service = await startTestService({ folder: temporaryFolder(), gateway })
after(async () => {
  free()
  await service.stop()
})

const limits = { minute: 100_000, day: 100_000, concurrency: CONCURRENCY }
const { text: key } = await service.issueKey({ limits })
const path = (id: number) => `/api/open/v1/game/jp/music/ranking?musicId=${id}`
const get = (id: number) =>
  head(`GET ${path(id)} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`)

/** Resolves when `is` returns true; bounded by the time limit of the test. */
async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise(setImmediate)
}

test('of a thousand pipelined requests sixteen are processed at once, the concurrency limit holds, and all are answered in order', async () => {
  work.isFree = false
  const connection = await connectRaw(service.origin)
  const ids = Array.from({ length: 999 }, (_, at) => at + 1)
  connection.write(ids.map(get).join(''))
  await until(() => work.now === CONCURRENCY && service.service.open() === 16)
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  assert.deepEqual([work.most, service.service.open()], [CONCURRENCY, 16])
  free()
  const counts = { 200: 0, 429: 0 }
  for (const id of ids) {
    const { status, json } = checkAnswer(await connection.next())
    assert.ok(status === 200 || status === 429)
    counts[status] += 1
    const [row] = (json as { players?: { score: number }[] }).players ?? []
    if (status === 200) assert.equal(row?.score, id)
  }
  connection.drop()
  assert.ok(counts[200] >= CONCURRENCY && work.most <= CONCURRENCY, JSON.stringify(counts))
})

test('while sixteen requests are open, no more of their connection is read, however much is sent', async () => {
  work.isFree = false
  const { hostname, port } = new URL(service.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  const packet = Buffer.from(get(5_001).repeat(400))
  const packets = 500
  for (let at = 0; at < packets; at += 1) socket.write(packet)
  // The socket buffers of both ends hold a few megabytes; the rest stays with the client.
  let before = -1
  while (before !== socket.writableLength) {
    before = socket.writableLength
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
  }
  const kept = packet.length * packets
  assert.ok(
    socket.writableLength > kept / 2,
    `${socket.writableLength} of ${kept} bytes are not read`,
  )
  assert.equal(service.service.open(), 16)
  socket.destroy()
  free()
  await until(() => service.service.open() === 0)
})

test('the thousandth request of a connection is the last one that is answered', async () => {
  const connection = await connectRaw(service.origin)
  const bytes = head('GET /nothing HTTP/1.1', 'Host: x')
  connection.write(bytes.repeat(1_010))
  for (let at = 1; at < 1_000; at += 1) {
    assert.equal((await connection.next()).headers['connection'], 'keep-alive')
  }
  assert.equal((await connection.next()).headers['connection'], 'close')
  assert.equal((await connection.rest()).length, 0)
})

/** A minimal request, and how many of them Node reads at once. */
const SHORT = 'GET /x HTTP/1.1\r\n\r\n'
const ONE_READ = 65_536 / SHORT.length
/** More than the socket buffers of both ends hold. */
const flood = Buffer.from(SHORT.repeat(1_000_000))

/**
 * Sends `bytes` and the flood, calls `goesOn` when no further request is parsed, and counts all
 * parsed requests. The connection must end with a lingering close after everything was sent.
 */
async function requestsMadeOf(bytes: string, goesOn = () => {}): Promise<number> {
  const made = { requests: 0 }
  const count = () => void (made.requests += 1)
  subscribe('http.server.request.start', count)
  const { hostname, port } = new URL(service.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  socket.write(bytes)
  socket.write(flood)
  socket.resume()
  let before = -1
  while (before !== made.requests || before === 0) {
    before = made.requests
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
  }
  goesOn()
  await closed
  assert.equal(socket.writableLength, 0)
  unsubscribe('http.server.request.start', count)
  return made.requests
}

test('bytes after the last request of a connection are discarded unparsed, however many they are', async () => {
  const made = await requestsMadeOf('')
  assert.ok(made < 1_000 + 2 * ONE_READ, `${made} requests`)
})

test('after a request that ends its connection nothing is read while earlier requests are open', async () => {
  work.isFree = false
  const made = await requestsMadeOf(
    get(6_001) + head('GET /x HTTP/1.1', 'Host: x', 'Host: y'),
    free,
  )
  assert.ok(made < 2 * ONE_READ, `${made} requests`)
})
