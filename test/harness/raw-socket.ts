import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Answer } from './send.ts'

/** A TCP connection that sends exactly the written bytes. */
export interface RawConnection {
  /** Sends `bytes` in one write; a string is encoded as latin1. */
  write(bytes: string | Uint8Array): void
  /**
   * Reads the next response, including interim ones (1xx). Rejects if the connection ends before.
   */
  next(to?: 'GET' | 'HEAD'): Promise<Answer>
  /** Resolves with the unread bytes once the server has closed the connection. */
  rest(): Promise<Buffer>
  /** Destroys the connection. */
  drop(): void
}

/** Returns the bytes of a request line and headers. */
export function head(requestLine: string, ...headerLines: string[]): string {
  return [requestLine, ...headerLines, '', ''].join('\r\n')
}

/** Connects to `origin`; for https over TLS, accepting any certificate. */
export async function connectRaw(origin: string): Promise<RawConnection> {
  const { hostname, port, protocol } = new URL(origin)
  // Half open, so that the server closes first.
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

/** Sends `bytes` on a new connection, reads one response, and disconnects. */
export async function sendOne(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  connection.drop()
  return answer
}

/** Sends `bytes` on a new connection and requires exactly one response before its end. */
export async function sendLast(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  assert.equal(answer.headers['connection'], 'close')
  const rest = await connection.rest()
  assert.equal(rest.toString('latin1'), '', 'nothing more is answered')
  return answer
}

/** Sends `bytes` as one request, and another one to check that the connection stays open. */
export async function sendOn(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  const answer = await connection.next()
  connection.write(head('GET /nothing HTTP/1.1', 'Host: x'))
  assert.equal((await connection.next()).status, 404, 'the connection lives on')
  connection.drop()
  return answer
}

/** Parses the first response in `bytes` and its length, or nothing if incomplete. */
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
