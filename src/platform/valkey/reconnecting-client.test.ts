import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createReconnectingClient } from './reconnecting-client.ts'

/** The timeout of one connection attempt, which uses the same clock. */
const CONNECT_MS = 400

/** The shortest pause between two attempts. */
const PAUSE_MIN_MS = 50

it('connects ever more rarely to a server that is down, and within a second of its return', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const manual = createManualClock(0)
  const pauses: number[] = []
  let paused = Promise.withResolvers<void>()
  const client = createReconnectingClient({
    server: { host: '127.0.0.1', port, tls: false, database: 0 },
    clock: {
      ...manual,
      after: (delayMs, callback) => {
        const cancel = manual.after(delayMs, callback)
        if (delayMs !== CONNECT_MS && delayMs >= PAUSE_MIN_MS) {
          pauses.push(delayMs)
          paused.resolve()
        }
        return cancel
      },
    },
    answerMs: 100,
    check: async () => {},
    seed: 'one',
    onChange: () => {},
  })
  for (const ceilingMs of [100, 200, 400, 500, 500]) {
    await paused.promise
    paused = Promise.withResolvers()
    const pauseMs = pauses.at(-1) ?? 0
    assert.ok(pauseMs >= ceilingMs / 2 && pauseMs < ceilingMs, `${pauseMs} of ${ceilingMs} ms`)
    manual.advance(pauseMs)
  }
  client.close()
})

/** Opens a client of a server whose replies a test writes. */
async function openClient(test: TestContext) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clock = createManualClock(0)
  const changes: string[] = []
  const client = createReconnectingClient({
    server: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      tls: false,
      database: 0,
    },
    clock,
    answerMs: 85,
    check: async () => {},
    seed: 'one',
    onChange: (state) => changes.push(state),
  })
  test.after(() => {
    client.close()
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await client.firstUp
  /** Sends a command and waits until the server has it. */
  const send = async () => {
    const socket = sockets.at(-1) ?? assert.fail('not connected')
    const received = once(socket, 'data')
    const untilMs = clock.monotonicMs() + 190
    const outcome = client
      .call(['PING'], { untilMs, outcomeUnknown: false }, () => true)
      .catch((error: Error) => error.name)
    await received
    return { outcome, reply: () => socket.write('+PONG\r\n') }
  }
  return { clock, changes, send }
}

it('waits for a reply while the event loop of this process is late', async (test) => {
  const { clock, changes, send } = await openClient(test)
  for (let command = 0; command < 4; command += 1) {
    const { outcome, reply } = await send()
    for (const ms of [70, 70, 150]) {
      clock.stall(ms)
      await turn()
    }
    reply()
    assert.equal(await outcome, 'PONG')
  }
  assert.deepEqual(changes, [])
})

it('ends a connection without a reply in time, however late the event loop was before', async (test) => {
  const { clock, send } = await openClient(test)
  const { outcome } = await send()
  clock.stall(500)
  clock.advance(64)
  await turn()
  assert.equal(await Promise.race([outcome, Promise.resolve('pending')]), 'pending')
  clock.advance(1)
  assert.equal(await outcome, 'ConnectionLost')
})
