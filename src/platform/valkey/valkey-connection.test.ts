import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { openConnection } from './valkey-connection.ts'

it('watches the commands of a connection with one timer, and closes it at the oldest timeout', async (test) => {
  let answers = true
  const server = createServer((socket) => {
    socket.on('data', () => answers && socket.write('+OK\r\n'))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  test.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clock = createManualClock(0)
  let losses = 0
  const connection = await openConnection({
    server: { host: '127.0.0.1', port, tls: false, database: 0 },
    clock,
    answerMs: 100,
    connectMs: 400,
    onLost: () => (losses += 1),
  })
  test.after(() => connection.drop())
  for (let command = 0; command < 5; command += 1) {
    assert.equal(await connection.send(['PING']), 'OK')
    assert.equal(clock.pending, 1)
    clock.advance(10)
  }
  // The timer of the first command ends at 100 ms, that of this one at 150.
  answers = false
  const unanswered = connection.send(['PING'])
  unanswered.catch(() => {})
  for (const ms of [50, 49]) {
    clock.advance(ms)
    await turn()
  }
  assert.equal(losses, 0)
  clock.advance(1)
  await turn()
  assert.equal(losses, 1)
  await assert.rejects(unanswered, { name: 'ConnectionLost' })
})
