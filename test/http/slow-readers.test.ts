import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createClientAddress } from '../../src/platform/http/request/client-address.ts'
import { createLoadShedder } from '../../src/platform/http/server/overload/load-shedding.ts'
import { createActiveRequests } from '../../src/platform/http/server/active-requests.ts'
import { listen } from '../../src/platform/http/server/listen.ts'
import { commonHeaders } from '../../src/platform/http/headers/common-headers.ts'
import type { Reply } from '../../src/platform/http/reply.ts'
import { createManualClock } from '../harness/manual-clock.ts'

// How long a client may take to read an answer that exceeds the socket buffers.
const BODY = Buffer.alloc(40_000_000, 'x')
const START = Date.UTC(2026, 5, 15, 12)

const clock = createManualClock(START)
const activeRequests = createActiveRequests(clock, 12_000)
const idle = {
  eventLoopDelayMs: () => 0,
  heapShare: () => 0,
  ownBytes: () => 0,
  freeMemory() {},
  close() {},
}
const stream = { wake: () => {}, ended: false }

/** An endless body whose chunks the test releases. */
async function* events(gone: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const waken = new Promise<void>((resolve) => {
        stream.wake = resolve
      })
      gone.addEventListener('abort', () => stream.wake(), { once: true })
      await waken
      if (gone.aborted) return
      yield Buffer.from('event\n')
    }
  } finally {
    stream.ended = true
  }
}

const over = new Set<string>()
const reply = (target: string, part: Pick<Reply, 'body' | 'stalls'>, length?: number): Reply => ({
  status: 200,
  headers:
    length === undefined
      ? ['Content-Type', 'text/plain']
      : commonHeaders('r', 'text/plain', length),
  closes: false,
  subject: {},
  onFinished: () => void over.add(target),
  ...part,
})

const listener = await listen({
  queueOf: () => undefined,
  service: async ({ target, signal: gone }) => {
    if (target === '/stream') return reply(target, { body: events(gone) })
    return reply(
      target,
      { body: BODY, ...(target.startsWith('/file') && { stalls: true }) },
      BODY.length,
    )
  },
  exchanges: activeRequests,
  load: createLoadShedder(clock, idle, { requestsMax: 10, delayMaxMs: 0, memoryMaxBytes: 0 }),
  clientAddress: createClientAddress([]),
  nextRequestId: () => 'r',
  clock,
  observe: () => {},
  onEnded: () => {},
  startTrace: () => undefined,
  publicUrl: '',
  connectionsMax: 100,
  host: '127.0.0.1',
  port: 0,
})
after(() => {
  listener.close()
  activeRequests.close()
})

/** Requests `target` without reading the answer. */
async function ask(target: string): Promise<Socket> {
  const { hostname, port } = new URL(listener.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** Reads at least `count` further bytes. */
async function read(socket: Socket, count: number): Promise<void> {
  let left = count
  while (left > 0) {
    const chunk = socket.read() as Buffer | null
    if (chunk === null) {
      assert.ok(!socket.destroyed, `cut with ${left} bytes to read`)
      await Promise.race([once(socket, 'readable'), once(socket, 'close')])
    } else left -= chunk.length
  }
}

/** Lets both sides do everything that does not need a read. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
}

async function isCut(socket: Socket): Promise<boolean> {
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  return socket.bytesRead < BODY.length
}

test('an answer that is not completely read in 12 s is cut, even if the client reads steadily', async () => {
  const socket = await ask('/answer')
  for (let at = 0; at < 3; at += 1) {
    clock.advance(3_900)
    await read(socket, 200_000)
  }
  assert.equal(over.has('/answer'), false)
  clock.advance(1_300)
  assert.equal(await isCut(socket), true)
  assert.equal(over.has('/answer'), true)
})

test('a file is sent for as long as the client reads', async () => {
  const socket = await ask('/file/read')
  while (socket.bytesRead < BODY.length) {
    await read(socket, Math.min(4_000_000, BODY.length - socket.bytesRead))
    await settle()
    clock.advance(11_000)
  }
  await settle()
  assert.equal(over.has('/file/read'), true)
  socket.write('GET /file/again HTTP/1.1\r\nHost: x\r\n\r\n')
  await read(socket, 1_000)
  socket.destroy()
})

test('a pipelined file waits for the one before it, however long that takes to read', async () => {
  const socket = await ask('/file/first')
  socket.write('GET /file/second HTTP/1.1\r\nHost: x\r\n\r\n')
  while (socket.bytesRead < 2 * BODY.length) {
    await read(socket, Math.min(4_000_000, 2 * BODY.length - socket.bytesRead))
    await settle()
    clock.advance(11_000)
  }
  await settle()
  assert.equal(over.has('/file/second'), true)
  socket.destroy()
})

test('a file is cut when the client reads nothing for 12 s', async () => {
  const socket = await ask('/file/left')
  await read(socket, 4_000_000)
  await settle()
  clock.advance(11_000)
  await read(socket, 4_000_000)
  await settle()
  clock.advance(11_000)
  await settle()
  assert.equal(over.has('/file/left'), false)
  clock.advance(2_000)
  assert.equal(await isCut(socket), true)
  assert.equal(over.has('/file/left'), true)
})

test('a stream may be idle for an hour, and ends its source when its client disconnects', async () => {
  const { hostname, port } = new URL(listener.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  let said = ''
  socket.on('data', (chunk) => (said += String(chunk)))
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n')
  while (!said.includes('\r\n\r\n')) await settle()
  for (let count = 1; count <= 3; count += 1) {
    clock.advance(3_600_000)
    stream.wake()
    while (said.split('event').length <= count) await settle()
  }
  assert.equal(stream.ended, false)
  assert.equal(activeRequests.size, 1)
  socket.destroy()
  while (activeRequests.size > 0 || !stream.ended) await settle()
  assert.equal(over.has('/stream'), true)
})
