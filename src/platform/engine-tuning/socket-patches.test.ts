import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { setEngineTuned } from './engine-tuning.ts'
import { closeListeningSocket, replaceSocketClose } from './socket-patches.ts'

// Each test fails if a version of Node no longer needs a patch, or no longer allows it.

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n'

/** Opens a server, and a client that never closes its side. */
async function open(server: Server): Promise<Socket> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(client, 'connect')
  return client
}

/** Reads until the connection has the end of a response. */
async function readResponse(client: Socket): Promise<void> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(client, 'data')) as [Buffer]
    text += chunk.toString()
    if (text.endsWith('answer')) return
  }
}

afterEach(() => setEngineTuned(true))

describe('the close of a socket after its last response', () => {
  /** Returns how the server closed the connection of a request. */
  async function closeAfterResponse(): Promise<'replaced' | 'destroyed'> {
    const closed = Promise.withResolvers<'replaced' | 'destroyed'>()
    const server = createServer(({ socket }, response) => {
      socket.once('close', () => closed.resolve('destroyed'))
      replaceSocketClose(socket, () => closed.resolve('replaced'))
      response.end('answer')
    })
    const client = await open(server)
    client.write(`${REQUEST}Connection: close\r\n\r\n`)
    client.resume()
    const how = await closed.promise
    client.destroy()
    server.closeAllConnections()
    server.close()
    return how
  }

  it('is replaced; Node destroys the socket although the client may still send', async () => {
    assert.equal(await closeAfterResponse(), 'replaced')
    setEngineTuned(false)
    assert.equal(await closeAfterResponse(), 'destroyed')
  })
})

describe('the close of a listening socket', () => {
  /** Returns whether an idle connection is answered after it. */
  async function answersAfterClose(): Promise<boolean> {
    const server = createServer((_, response) => response.end('answer'))
    const client = await open(server)
    client.write(`${REQUEST}\r\n`)
    await readResponse(client)
    closeListeningSocket(server)
    assert.equal(server.listening, false)
    client.write(`${REQUEST}\r\n`)
    const answered = readResponse(client).then(() => true)
    const ended = once(client, 'end').then(() => false)
    const isAnswered = await Promise.race([answered, ended]).catch(() => false)
    answered.catch(() => {})
    client.destroy()
    server.closeAllConnections()
    return isAnswered
  }

  it('leaves idle connections open, which Node closes as well', async () => {
    assert.equal(await answersAfterClose(), true)
    setEngineTuned(false)
    assert.equal(await answersAfterClose(), false)
  })
})
