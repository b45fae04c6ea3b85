import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it } from 'node:test'
import { openServer } from './open-server.ts'

it('continues when the system repeatedly cannot accept a connection', async () => {
  const server = createServer((_, outgoing) => outgoing.end('here'))
  let refused = 0
  const origin = await openServer(server, { host: '127.0.0.1', port: 0 }, () => (refused += 1))
  try {
    // As Node does when accept() fails.
    for (let count = 0; count < 3; count += 1) server.emit('error', new Error('accept ENFILE'))
    assert.equal(refused, 3)
    assert.equal(await (await fetch(origin)).text(), 'here')
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

it('rejects when the port is in use', async () => {
  const first = createServer()
  const origin = await openServer(first, { host: '127.0.0.1', port: 0 })
  const port = Number(new URL(origin).port)
  await assert.rejects(openServer(createServer(), { host: '127.0.0.1', port }), /EADDRINUSE/)
  first.close()
})
