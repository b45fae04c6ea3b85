import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/** One request that a stub received. */
export interface StubRequest {
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Counted from 1, over all connections. */
  readonly nth: number
  /** Counted from 1, over one connection. */
  readonly nthOfConnection: number
}

/** Answers one request with raw bytes. */
export type StubAnswer = (socket: Socket, request: StubRequest) => void

/** A gateway that sends arbitrary bytes, on a free port of 127.0.0.1. */
export interface StubGateway {
  readonly port: number
  readonly url: string
  /** The requests so far. */
  readonly requests: readonly StubRequest[]
  /** The number of open connections. */
  readonly open: number
  /** The number of connections so far. */
  readonly connections: number
  /** Sets the answer to later requests. */
  answer(by: StubAnswer): void
  /** Resolves on the next request. */
  nextRequest(): Promise<StubRequest>
  /** Resolves when no connection is open. */
  allClosed(): Promise<void>
}

const cleanups = new Set<() => Promise<unknown>>()
after(() => Promise.all([...cleanups].map((end) => end())))

/**
 * Starts a stub that stops after the tests of the file. It parses only enough HTTP to find the end
 * of a request; by default it answers nothing.
 */
export async function startStubGateway(by: StubAnswer = () => {}): Promise<StubGateway> {
  let answer = by
  const requests: StubRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let onRequest = Promise.withResolvers<StubRequest>()
  let onEmpty = Promise.withResolvers<void>()

  const handle = (socket: Socket, head: string, nthOfConnection: number) => {
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const nth = requests.length + 1
    const request = { target: first.split(' ')[1] ?? '', headers, nth, nthOfConnection }
    requests.push(request)
    answer(socket, request)
    onRequest.resolve(request)
    onRequest = Promise.withResolvers()
  }
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let received = ''
    let nthOfConnection = 0
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end; (end = received.indexOf('\r\n\r\n')) >= 0;) {
        nthOfConnection += 1
        handle(socket, received.slice(0, end), nthOfConnection)
        received = received.slice(end + 4)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size > 0) return
      onEmpty.resolve()
      onEmpty = Promise.withResolvers()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.add(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => void server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    get open() {
      return sockets.size
    },
    get connections() {
      return connections
    },
    answer: (next) => void (answer = next),
    nextRequest: () => onRequest.promise,
    allClosed: () => (sockets.size === 0 ? Promise.resolve() : onEmpty.promise),
  }
}

/**
 * Returns the bytes of an answer with a `Content-Length`, unless `headers` frame the body
 * themselves.
 */
export function rawAnswer(
  status: number,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body)
  const framed = headers.some((line) => /^(?:content-length|transfer-encoding):/i.test(line))
  const lines = [
    `HTTP/1.1 ${status} Something`,
    ...headers,
    ...(framed ? [] : [`Content-Length: ${bytes.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** Answers every request with the same bytes. */
export function always(bytes: Uint8Array): StubAnswer {
  return (socket) => void socket.write(bytes)
}
