import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createReconnectingClient } from './reconnecting-client.ts'

/** The timeout of one connection attempt, which uses the same clock. */
const CONNECT_MS = 400

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
        if (delayMs !== CONNECT_MS) {
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
