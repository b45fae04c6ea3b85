import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Gateway, GatewayReply } from '../../src/game/gateway.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A lease is released on every code path, and never before its gateway call has settled.
const START = Date.parse('2026-03-01T12:00:10.000Z')
const folder = temporaryFolder()

interface Read {
  readonly resolve: (reply: GatewayReply) => void
  readonly reject: (error: Error) => void
  readonly signal: AbortSignal
}

const reads: Read[] = []
const arrivals: (() => void)[] = []
const gateway: Gateway = {
  read: (_, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<GatewayReply>()
    reads.push({ resolve, reject, signal })
    for (const arrived of arrivals.splice(0)) arrived()
    return promise
  },
  close: () => {},
}
let clock: ManualClock
let test: TestService

before(async () => {
  clock = createManualClock(START)
  test = await startTestService({ folder, gateway, clock })
})
after(() => test.stop())

const newKey = async () =>
  (await test.issueKey({ limits: { minute: 1_000, day: 1_000, concurrency: 2 } })).text

let asked = 0
/** A target used once, so that no two calls are coalesced. */
const newPath = () => `/api/open/v1/game/jp/music/ranking?musicId=${(asked += 1)}`
const ask = (key: string): Promise<Answer> => send(test.origin, newPath(), { key })

/** Resolves when the gateway has been called `count` times in total. */
async function called(count: number): Promise<void> {
  while (reads.length < count) {
    await new Promise<void>((resolve) => {
      arrivals.push(resolve)
    })
  }
}

async function used(key: string): Promise<{ day: number; concurrency: number }> {
  const { json } = await send(test.origin, '/api/developer/v1/quota', { key })
  const quota = json as Record<'day' | 'concurrency', { used: number }>
  return { day: quota.day.used, concurrency: quota.concurrency.used }
}

/**
 * Waits until the server has noticed what the client did; bounded by the time limit of the test.
 */
async function until(key: string, concurrency: number): Promise<void> {
  while ((await used(key)).concurrency !== concurrency) await new Promise(setImmediate)
}

describe('a lease of the concurrency limit', () => {
  const endings: Readonly<Record<string, { end: (read: Read) => void; status: number }>> = {
    'an answer': {
      end: ({ resolve }) => resolve({ message: {}, fetchedAtMs: START }),
      status: 200,
    },
    'an unknown thing': {
      end: ({ resolve }) => resolve({ message: undefined, fetchedAtMs: START }),
      status: 404,
    },
    'a message that does not fit': {
      end: ({ resolve }) => resolve({ message: [], fetchedAtMs: START }),
      status: 502,
    },
    'a fault of our own': { end: ({ reject }) => reject(new Error('a bug')), status: 503 },
  }
  for (const [name, { end, status }] of Object.entries(endings)) {
    it(`is released after ${name}, which is charged once`, async () => {
      const key = await newKey()
      const count = reads.length
      const answer = ask(key)
      await called(count + 1)
      assert.deepEqual(await used(key), { day: 1, concurrency: 1 })
      end(reads[count] as Read)
      assert.equal(checkAnswer(await answer).status, status)
      await until(key, 0)
      assert.equal((await used(key)).day, 1)
    })
  }

  it('is rejected when all are in use, with a Retry-After of one second and no charge', async () => {
    const key = await newKey()
    const count = reads.length
    const first = [ask(key), ask(key)]
    await called(count + 2)
    const refused = checkRefusal(await ask(key), 'quota_exceeded')
    assert.equal(refused.headers['retry-after'], '1')
    assert.deepEqual((refused.json as { 'violated-policies': unknown })['violated-policies'], [
      'concurrency',
    ])
    assert.equal((await used(key)).day, 2)
    for (const { resolve } of reads.slice(count)) resolve({ message: {}, fetchedAtMs: START })
    await Promise.all(first)
  })

  it('is retained after the deadline until the gateway call has settled', async () => {
    const key = await newKey()
    const count = reads.length
    const answer = ask(key)
    await called(count + 1)
    clock.advance(8_000)
    checkRefusal(await answer, 'upstream_timeout')
    const read = reads[count] as Read
    assert.equal(read.signal.aborted, true)
    assert.deepEqual(await used(key), { day: 1, concurrency: 1 })
    read.reject(new Error('aborted'))
    await until(key, 0)
  })

  it('is retained after its client has disconnected until the aborted gateway call has settled', async () => {
    const key = await newKey()
    const count = reads.length
    const socket = await open(key, 1)
    await called(count + 1)
    socket.destroy()
    const read = reads[count] as Read
    if (!read.signal.aborted) await once(read.signal, 'abort')
    assert.deepEqual(await used(key), { day: 1, concurrency: 1 })
    read.reject(new Error('aborted'))
    await until(key, 0)
    const left = test.observations.filter(
      (seen) => seen.type === 'request.answered' && seen.status === 499,
    )
    assert.deepEqual(
      left.map((seen) => ('code' in seen ? seen.code : undefined)),
      [undefined],
    )
  })

  it('is released for each pipelined request of a connection that is cut', async () => {
    const key = await newKey()
    const count = reads.length
    const socket = await open(key, 2)
    await called(count + 2)
    assert.equal((await used(key)).concurrency, 2)
    socket.destroy()
    for (const read of reads.slice(count)) {
      if (!read.signal.aborted) await once(read.signal, 'abort')
      read.reject(new Error('aborted'))
    }
    await until(key, 0)
  })

  it('is released at the final deadline of a request whose client does not read', async () => {
    const key = await newKey()
    const count = reads.length
    const socket = await open(key, 1)
    socket.pause()
    await called(count + 1)
    // Far more than the socket buffers hold.
    const players = Array.from({ length: 20_000 }, (_, id) => ({
      score: id + 1,
      playerData: { name: 'x'.repeat(1_000) },
    }))
    ;(reads[count] as Read).resolve({ message: { players }, fetchedAtMs: START })
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    assert.equal((await used(key)).concurrency, 1)
    clock.advance(13_000)
    await until(key, 0)
    socket.destroy()
  })
})

/** Sends `requests` requests at once on a separate connection. */
async function open(key: string, requests: number) {
  const { hostname, port } = new URL(test.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    Array.from(
      { length: requests },
      () => `GET ${newPath()} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    ).join(''),
  )
  return socket
}
