import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Answer } from './send.ts'

/** A TCP connection whose bytes are exactly those that are written. */
export interface RawConnection {
  /** Sends `bytes` in one write; a string goes out as latin1, one byte for each character. */
  write(bytes: string | Uint8Array): void
  /** The next answer, an interim one (1xx) too. Rejects when the connection ends before it is whole. */
  next(to?: 'GET' | 'HEAD'): Promise<Answer>
  /** Resolves with what was not read yet once the server has closed the connection. */
  rest(): Promise<Buffer>
  /** Drops the connection without a word. */
  drop(): void
}

/** The bytes of a request line and headers. */
export function head(requestLine: string, ...headerLines: string[]): string {
  return [requestLine, ...headerLines, '', ''].join('\r\n')
}

/** Connects to `origin`; over TLS, with whatever certificate, where that says https. */
export async function connectRaw(origin: string): Promise<RawConnection> {
  const { hostname, port, protocol } = new URL(origin)
  // Half open, so that it is always the server that closes first.
  const way = { host: hostname, port: Number(port), allowHalfOpen: true }
  const isTls = protocol === 'https:'
  const socket = isTls ? connectTls({ ...way, rejectUnauthorized: false }) : connect(way)
  let unread = Buffer.alloc(0)
  const end = Promise.withResolvers<void>()
  let ended = false
  let fault: Error | undefined
  let wake = Promise.withResolvers<void>()
  const changed = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    changed()
  })
  socket.on('error', (error) => {
    fault = error
    changed()
  })
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      ended = true
      end.resolve()
      socket.end()
      changed()
    })
  }
  const connected = Promise.withResolvers<void>()
  socket.once(isTls ? 'secureConnect' : 'connect', () => connected.resolve())
  socket.once('error', connected.reject)
  await connected.promise

  return {
    write: (bytes) => void socket.write(Buffer.from(bytes as string, 'latin1')),
    next: async (to = 'GET') => {
      for (;;) {
        const whole = parseAnswer(unread, to)
        if (whole !== undefined) {
          unread = unread.subarray(whole.length)
          return whole.answer
        }
        if (fault !== undefined) throw fault
        assert.ok(!ended, `the connection ended before an answer: ${unread.toString('latin1')}`)
        await wake.promise
      }
    },
    rest: async () => {
      await end.promise
      return unread
    },
    drop: () => void socket.destroy(),
  }
}

/** Sends `bytes` on a connection of their own, reads one answer, and leaves. */
export async function sendOne(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  connection.drop()
  return answer
}

/** Sends `bytes` on a connection of their own, and reads the one answer that must be all there is before the end. */
export async function sendLast(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  assert.equal(answer.headers['connection'], 'close')
  const rest = await connection.rest()
  assert.equal(rest.toString('latin1'), '', 'nothing more is answered')
  return answer
}

/** Sends `bytes` as one request, and another behind its answer to see that the connection lives on. */
export async function sendOn(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  connection.write(head('GET /nothing HTTP/1.1', 'Host: x'))
  assert.equal((await connection.next()).status, 404, 'the connection lives on')
  connection.drop()
  return answer
}

/** The first answer in `bytes` and how many of them it takes, or nothing while it is not whole. */
function parseAnswer(bytes: Buffer, to: 'GET' | 'HEAD') {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) [ -~]+$/.exec(statusLine)?.[1])
  assert.ok(status > 0, `a status line: ${statusLine}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!-9;-~]+): ([ -~]*)$/.exec(line) ?? []
    assert.ok(name !== '' && !(name.toLowerCase() in headers), `a header, and once: ${line}`)
    headers[name.toLowerCase()] = value
  }
  const bodyless = to === 'HEAD' || status < 200 || status === 304
  const length = headEnd + 4 + (bodyless ? 0 : Number(headers['content-length']))
  assert.ok(Number.isInteger(length), 'a body says its length')
  if (bytes.length < length) return undefined
  const body = bytes.subarray(headEnd + 4, length)
  const isPlain = headers['content-encoding'] === undefined && body.length > 0
  const isJson = isPlain && headers['content-type']?.endsWith('json') === true
  const json: unknown = isJson ? JSON.parse(body.toString()) : undefined
  return { answer: { status, headers, body, json } satisfies Answer, length }
}
