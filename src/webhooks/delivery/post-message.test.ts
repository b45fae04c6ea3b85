import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { ResolveName } from './checked-connector.ts'
import { createPostMessage, DEADLINE_MS } from './post-message.ts'

const LOCAL: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }]

/** A receiver that treats each connection as the test says, once it has sent a request. */
async function startReceiver(answer: (socket: Socket) => void) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      text += data.toString()
      if (!text.includes('{"test":true}')) return
      requests.push(text)
      answer(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Posts to a receiver; steps the clock to the deadline once `until` is true, if given. */
async function post(
  port: number,
  {
    resolve = LOCAL,
    allowsPrivate = true,
    host = 'receiver.example',
    until,
  }: {
    readonly resolve?: ResolveName
    readonly allowsPrivate?: boolean
    readonly host?: string
    readonly until?: () => boolean
  } = {},
) {
  const clock = createManualClock(1_000)
  const rules = { ports: [port], allowsPrivate }
  const send = createPostMessage({ clock, resolve, rules })
  const request = {
    url: `http://${host}:${port}/hook?token=1`,
    headers: { 'webhook-id': 'msg_1' },
    body: '{"test":true}',
  }
  const sending = send(request, new AbortController().signal)
  if (until !== undefined) {
    const isReached = until
    while (!isReached()) await new Promise(setImmediate)
    clock.advance(DEADLINE_MS)
  }
  const result = await sending
  assert.ok(result !== undefined)
  assert.equal(clock.pending, 0)
  return result
}

describe('a post to a receiver', () => {
  it('has the headers and the body once, and reads the answer', async () => {
    await using receiver = await startReceiver((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    )
    const { status, failure } = await post(receiver.port)
    assert.deepEqual([status, failure, receiver.requests.length], [204, undefined, 1])
    assert.match(receiver.requests[0] ?? '', /^POST \/hook\?token=1 HTTP\/1\.1\r\n/)
    assert.match(receiver.requests[0] ?? '', /webhook-id: msg_1\r\n/i)
    assert.match(receiver.requests[0] ?? '', /host: receiver\.example:/i)
  })

  const failures: readonly (readonly [
    name: string,
    failure: string,
    answer: (socket: Socket) => void,
  ])[] = [
    ['resets the connection', 'connection', (socket) => socket.resetAndDestroy()],
    ['closes it without an answer', 'connection', (socket) => socket.end()],
    ['speaks another protocol', 'bad_answer', (socket) => socket.end('SSH-2.0-other\r\n\r\n')],
    [
      'sends too many headers',
      'bad_answer',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
    ],
  ]
  for (const [name, failure, answer] of failures) {
    it(`fails when it ${name}`, async () => {
      await using receiver = await startReceiver(answer)
      const result = await post(receiver.port)
      assert.deepEqual([result.status, result.failure], [undefined, failure])
    })
  }

  it('ends at the deadline when it hangs, or sends its answer byte by byte', async () => {
    for (const answer of [() => {}, (socket: Socket) => socket.write('HTTP/1.1 2')]) {
      await using receiver = await startReceiver(answer)
      const result = await post(receiver.port, { until: () => receiver.requests.length > 0 })
      assert.deepEqual([result.status, result.failure], [undefined, 'timeout'])
      assert.equal(result.durationMs, DEADLINE_MS)
    }
  })

  it('ends at the deadline when the name is not resolved', async () => {
    let asked = 0
    const resolve: ResolveName = () => new Promise(() => void (asked += 1))
    const result = await post(80, { resolve, until: () => asked > 0 })
    assert.equal(result.failure, 'timeout')
  })

  it('is decided by the status when the answer lies about its length or never ends', async () => {
    await using short = await startReceiver((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort'),
    )
    const cut = await post(short.port)
    assert.deepEqual([cut.status, cut.answer], [200, 'short'])

    await using silent = await startReceiver((socket) =>
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 10\r\n\r\nwait'),
    )
    let isSent = false
    setImmediate(() => (isSent = true))
    const hanging = await post(silent.port, { until: () => isSent && silent.requests.length > 0 })
    assert.ok(hanging.status === 500 || hanging.failure === 'timeout')
  })

  it('reads 64 kB of an answer at most, and keeps its beginning', async () => {
    let sent = 0
    await using receiver = await startReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        const piece = `4000\r\n${'a'.repeat(0x4000)}\r\n`
        while (!socket.destroyed && sent < 64_000_000) {
          sent += piece.length
          if (!socket.write(piece)) return void socket.once('drain', more)
        }
      }
      more()
    })
    const result = await post(receiver.port)
    assert.deepEqual([result.status, result.answer], [200, 'a'.repeat(2_000)])
    assert.ok(sent < 16_000_000, String(sent))
  })

  it('does not follow a redirect', async () => {
    await using receiver = await startReceiver((socket) =>
      socket.end('HTTP/1.1 307 Elsewhere\r\nLocation: http://169.254.169.254/latest\r\n\r\n'),
    )
    const result = await post(receiver.port)
    assert.deepEqual([result.status, receiver.requests.length], [307, 1])
  })

  it('tells how long the receiver wants to be left alone', async () => {
    await using receiver = await startReceiver((socket) =>
      socket.end('HTTP/1.1 429 Slow down\r\nRetry-After: 1.5\r\nContent-Length: 0\r\n\r\n'),
    )
    assert.equal((await post(receiver.port)).retryAfterMs, 1_500)
  })
})

describe('a post to an address that is not allowed', () => {
  const cases: readonly (readonly [string, ResolveName, string?])[] = [
    ['resolves to this machine', LOCAL],
    ['resolves to a metadata service', async () => [{ address: '169.254.169.254', family: 4 }]],
    [
      'resolves to a public and to a private address',
      async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ],
    ],
    ['resolves to nothing', async () => []],
    ['is an address of this machine', LOCAL, '127.0.0.1'],
    ['is one in decimal', LOCAL, '2130706433'],
    ['is one in hexadecimal', LOCAL, '0x7f.1'],
    ['is one in IPv6', LOCAL, '[::1]'],
    ['is one in mapped IPv6', LOCAL, '[::ffff:7f00:1]'],
    ['is localhost', LOCAL, 'localhost'],
  ]
  for (const [name, resolve, host] of cases) {
    it(`connects to nothing when the host ${name}`, async () => {
      await using receiver = await startReceiver((socket) => socket.end())
      const options = { resolve, allowsPrivate: false, ...(host !== undefined && { host }) }
      const result = await post(receiver.port, options)
      assert.equal(result.failure, 'address_not_allowed')
      assert.equal(receiver.connections(), 0)
    })
  }

  it('connects to the checked address when the name resolves differently later', async () => {
    await using receiver = await startReceiver((socket) => socket.end())
    let asked = 0
    const resolve: ResolveName = async () => {
      asked += 1
      // TEST-NET addresses are special too, so this one is a real public address.
      return [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    }
    let turns = 0
    const until = () => (turns += asked) > 50
    const result = await post(receiver.port, { resolve, allowsPrivate: false, until })
    assert.ok(
      result.failure === 'timeout' || result.failure === 'connection',
      String(result.failure),
    )
    assert.deepEqual([asked, receiver.connections()], [1, 0])
  })
})
