import { connect, type Socket } from 'node:net'
import { head } from './raw-socket.ts'

/** What clients do that only want to be in the way: they send their headers or a body slowly, or never read. */
export type SlowKind = 'headers' | 'body' | 'answer'

/** One client that was cut off. */
export interface CutClient {
  readonly kind: SlowKind
  /** Milliseconds from its connection to its end. */
  readonly ms: number
  /** The beginning of what the server said; of those that never read, nothing is known. */
  readonly said: string
}

/** What slow clients are opened with. */
export interface SlowClientsSettings {
  readonly origin: string
  readonly key: string
  /** The target of an answer of 100 kB or more. */
  readonly largeTarget: string
  /** So many, a third of each kind. */
  readonly count: number
  /** A new one comes for each that is cut off, five seconds later: more would be a flood of connections. */
  readonly comeBack: boolean
}

/** Slow clients while they are there. */
export interface SlowClients {
  /** Those that were cut off so far. */
  readonly cut: readonly CutClient[]
  /** How many are connected. */
  readonly open: number
  /** Resolves when every one that does not come back was cut off. */
  readonly over: Promise<void>
  /** Sends them away. */
  close(): void
}

const KINDS: readonly SlowKind[] = ['headers', 'body', 'answer']

const BACK_MS = 5_000

/** More requests than both operating systems keep the answers to. */
const UNREAD = 20

/** Opens slow clients. Each second each of them sends one byte more. */
export function openSlowClients(settings: SlowClientsSettings): SlowClients {
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
  // A write to a connection that the other end has closed is how one hears of it who does not read.
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
