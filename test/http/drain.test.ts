import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { connectRaw, head, type RawConnection } from '../harness/raw-socket.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const TARGET = '/api/open/v1/game/jp/announcements'
const DELAY_MS = 5_000
const GRACE_MS = 2_000
const QUIET_MS = 400
const folder = temporaryFolder()

describe('graceful shutdown', () => {
  let clock: ManualClock
  let test: TestService
  let key: string
  const open: RawConnection[] = []

  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    clock = createManualClock(Date.UTC(2026, 5, 15, 12))
    test = await startTestService({ folder, clock, environment })
    key = (await test.issueKey()).text
  }
  const connect = async () => {
    const connection = await connectRaw(test.origin)
    open.push(connection)
    return connection
  }
  const ask = async (connection: RawConnection) => {
    connection.write(request())
    const { status, headers } = await connection.next()
    assert.equal(status, 200)
    return headers['connection']
  }
  const request = () => head(`GET ${TARGET} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`)
  /** Advances the clock in small steps and lets the server read from the network in between. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      await setTimeout(1)
      clock.advance(50)
    }
    await setTimeout(5)
  }
  const isOpen = async (connection: RawConnection) =>
    Promise.race([connection.rest().then(() => false), setTimeout(5, true)])
  const finish = async () => {
    for (const connection of open.splice(0)) connection.drop()
    await test.stop()
  }

  it('answers requests on open connections, and closes each connection with its answer', async () => {
    await start()
    const [first, second] = [await connect(), await connect()]
    assert.equal(await ask(first), 'keep-alive')
    assert.equal(await ask(second), 'keep-alive')
    const stopped = test.service.stop(13_000)
    assert.equal(await ask(first), 'close')
    await first.rest()
    await assert.rejects(connectRaw(test.origin), { code: 'ECONNREFUSED' })
    await pass(GRACE_MS - 200)
    assert.equal(await ask(second), 'close')
    // No connection is open, so the stop waits for none.
    assert.equal(await stopped, true)
    await finish()
  })

  it('closes idle connections after the grace period, and others once they have been quiet', async () => {
    await start()
    const [idle, unused, busy] = [await connect(), await connect(), await connect()]
    await ask(idle)
    await ask(busy)
    let isStopped = false
    const stopped = test.service.stop(13_000).finally(() => (isStopped = true))
    await pass(GRACE_MS - 200)
    busy.write(request().slice(0, 20))
    await pass(QUIET_MS - 100)
    assert.deepEqual(
      [await isOpen(idle), await isOpen(unused), await isOpen(busy)],
      [false, false, true],
    )
    busy.write(request().slice(20))
    assert.equal((await busy.next()).headers['connection'], 'close')
    await busy.rest()
    assert.equal(isStopped || (await stopped), true)
    await finish()
  })

  it('answers every pipelined request, and closes the connection with the last answer', async () => {
    await start()
    const connection = await connect()
    await ask(connection)
    const stopped = test.service.stop(13_000)
    await setTimeout(5)
    connection.write(request().repeat(20))
    const ends: (string | undefined)[] = []
    for (let at = 0; at < 20; at += 1) ends.push((await connection.next()).headers['connection'])
    assert.deepEqual(ends, [...Array.from({ length: 19 }, () => 'keep-alive'), 'close'])
    assert.equal((await connection.rest()).byteLength, 0)
    assert.equal(await stopped, true)
    await finish()
  })

  it('does not wait for idle connections longer than its limit', async () => {
    await start()
    const connection = await connect()
    const stopped = test.service.stop(300)
    await pass(300)
    assert.equal(await stopped, true)
    await connection.rest()
    await finish()
  })
})

describe('a drain delay', () => {
  const clock = createManualClock(Date.UTC(2026, 5, 15, 12))
  let test: TestService
  before(async () => {
    test = await startTestService({
      folder: temporaryFolder(),
      clock,
      environment: { BACKLINE_DRAIN_DELAY_MS: String(DELAY_MS) },
    })
  })
  after(() => test.stop())

  it('makes a node unready at once, and the node serves until the delay has passed', async () => {
    const { origin } = test
    const { adminOrigin } = test.service
    const { text: key } = await test.issueKey()
    const request = head(`GET ${TARGET} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`)
    const old = await connectRaw(origin)
    old.write(request)
    await old.next()
    assert.equal((await send(adminOrigin, '/readyz')).status, 200)

    const stopped = test.service.stop(1_000)
    assert.equal((await send(adminOrigin, '/readyz')).status, 503)
    old.write(request)
    assert.equal((await old.next()).headers['connection'], 'close')
    await old.rest()
    const late = await connectRaw(origin)
    for (let at = 0; at < 2; at += 1) {
      late.write(request)
      assert.equal((await late.next()).headers['connection'], 'keep-alive')
    }

    clock.advance(DELAY_MS - 1)
    const last = await connectRaw(origin)
    last.drop()
    clock.advance(1)
    await setTimeout(20)
    await assert.rejects(connectRaw(origin), { code: 'ECONNREFUSED' })
    late.write(request)
    const { status, headers } = await late.next()
    assert.deepEqual([status, headers['connection']], [200, 'close'])
    assert.equal(await stopped, true)
  })
})
