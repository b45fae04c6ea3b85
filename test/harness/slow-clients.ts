import { connect, type Socket } from 'node:net'
import { head } from './raw-socket.ts'

/** Behavior of slow clients: sending headers or a body slowly, or never reading. */
export type SlowKind = 'headers' | 'body' | 'answer'

/** A client that the server disconnected. */
export interface CutClient {
  readonly kind: SlowKind
  /** Milliseconds from connect to disconnect. */
  readonly ms: number
  /** The start of the server's response; unknown for clients that never read. */
  readonly said: string
}

/** Options of slow clients. */
export interface SlowClientsOptions {
  readonly origin: string
  readonly key: string
  /** Target of a response of at least 100 kB. */
  readonly largeTarget: string
  /** Number of clients, a third of each kind. */
  readonly count: number
  /**
   * Whether each disconnected client is replaced after five seconds; sooner would be a connection
   * flood.
   */
  readonly comeBack: boolean
}

/** Running slow clients. */
export interface SlowClients {
  /** The disconnected clients so far. */
  readonly cut: readonly CutClient[]
  /** The number of open connections. */
  readonly open: number
  /** Resolves when all clients that are not replaced have been disconnected. */
  readonly over: Promise<void>
  /** Disconnects all clients. */
  close(): void
}

const KINDS: readonly SlowKind[] = ['headers', 'body', 'answer']

const BACK_MS = 5_000

/** More requests than the responses that both operating systems buffer. */
const UNREAD = 20

/** Opens slow clients, each of which sends one byte per second. */
export function openSlowClients(settings: SlowClientsOptions): SlowClients {
  const { origin, key, largeTarget, count, comeBack } = settings
  const { hostname, port } = new URL(origin)
  const begin: Readonly<Record<SlowKind, string>> = {
    headers: 'GET /nothing HTTP/1.1\r\nHost: x\r\nX: ',
    body: head('POST /nothing HTTP/1.1', 'Host: x', 'Content-Length: 1000000'),
    answer: head(`GET ${largeTarget} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`).repeat(
      UNREAD,
    ),
  }
  const sockets = new Map<Socket, SlowKind>()
  const cut: CutClient[] = []
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let closing = false

  const open = (kind: SlowKind) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let startMs = performance.now()
    let said = ''
    sockets.set(socket, kind)
    socket.on('error', () => {})
    socket.once('connect', () => {
      startMs = performance.now()
      socket.write(begin[kind])
    })
    if (kind !== 'answer')
      socket.on('data', (chunk) => (said = (said + String(chunk)).slice(0, 100)))
    socket.once('close', () => {
      sockets.delete(socket)
      if (closing) return
      cut.push({ kind, ms: performance.now() - startMs, said })
      if (comeBack) setTimeout(() => closing || open(kind), BACK_MS).unref()
      else if (cut.length === count) resolve()
    })
  }
  for (let at = 0; at < count; at += 1) open(KINDS[at % KINDS.length] as SlowKind)
  // Writing to a closed connection reveals that the other end closed it.
  const timer = setInterval(() => {
    for (const [socket] of sockets) socket.write('a')
  }, 1_000)
  return {
    cut,
    get open() {
      return sockets.size
    },
    over,
    close: () => {
      closing = true
      clearInterval(timer)
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}
