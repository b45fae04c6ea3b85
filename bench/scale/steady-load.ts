import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { quantiles } from '../report.ts'

/** The requests of a load, at a rate that does not depend on the answers. */
export interface SteadyLoad {
  readonly origin: string
  /** Connections that take turns, each with at most one request at a time. */
  readonly connections: number
  /** Path and query of the nth request, and its key. */
  readonly request: (nth: number) => { readonly path: string; readonly key: string }
  /** Requests per second. */
  readonly perS: number
  /** Total number of requests. */
  readonly amount: number
  /** Opens a new connection for each request. */
  readonly reconnects?: boolean
}

/** Latencies in milliseconds from when each request was due, so that a stall delays all in it. */
export interface SteadyResult {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Responses other than 200; their latencies are left out. */
  readonly refused: number
}

/** A request and when it is due, in milliseconds of this process. */
interface Due {
  readonly nth: number
  readonly atMs: number
}

/** Opens all connections, sends the requests of a load, and closes the connections. */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const free = await openConnections(load)
  const waiting: Due[] = []
  const times: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let [sent, answered, refused] = [0, 0, 0]
  const startMs = performance.now()
  const work = async (connection: Connection, first: Due) => {
    for (let due: Due | undefined = first; due !== undefined; due = waiting.shift()) {
      const { path, key } = load.request(due.nth)
      const status = await connection.send(path, key)
      answered += 1
      if (status === 200) times.push(performance.now() - due.atMs)
      else refused += 1
    }
    free.push(connection)
    if (answered === load.amount) resolve()
  }
  const timer = setInterval(() => {
    const count = Math.min(load.amount, ((performance.now() - startMs) * load.perS) / 1_000)
    for (; sent < count; sent += 1) {
      const due = { nth: sent, atMs: startMs + (sent * 1_000) / load.perS }
      const connection = free.shift()
      if (connection === undefined) waiting.push(due)
      else work(connection, due).catch(reject)
    }
  }, 1)
  try {
    await promise
  } finally {
    clearInterval(timer)
    for (const connection of free) connection.close()
  }
  const at = quantiles(times)
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), refused }
}

/** Connections that are opened at one time: more could overflow the server's accept queue. */
const OPENING = 100

async function openConnections({
  origin,
  connections,
  reconnects = false,
}: SteadyLoad): Promise<Connection[]> {
  const all = Array.from({ length: connections }, () => new Connection(origin, !reconnects))
  if (reconnects) return all
  for (let first = 0; first < all.length; first += OPENING) {
    await Promise.all(all.slice(first, first + OPENING).map((connection) => connection.open()))
  }
  return all
}

/** A client of HTTP/1.1 that reads only what this benchmark needs: a head and its length. */
class Connection {
  readonly #origin: URL
  readonly #isKept: boolean
  #socket: Socket | undefined

  constructor(origin: string, isKept: boolean) {
    this.#origin = new URL(origin)
    this.#isKept = isKept
  }

  async open(): Promise<Socket> {
    const { hostname, port, protocol } = this.#origin
    const to = { host: hostname, port: Number(port) }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket =
      protocol === 'https:'
        ? connectTls({ ...to, rejectUnauthorized: false }, resolve)
        : connectTcp(to, resolve)
    socket.once('error', reject)
    await promise
    socket.off('error', reject)
    // The peer may close an idle connection; the next request opens another.
    socket.on('error', () => socket.destroy())
    this.#socket = socket
    return socket
  }

  close(): void {
    this.#socket?.destroy()
  }

  /** Sends a request and resolves with the status when its body is complete. */
  async send(path: string, key: string): Promise<number> {
    const isOpen = this.#socket !== undefined && !this.#socket.destroyed
    const socket = isOpen ? (this.#socket as Socket) : await this.open()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    let [head, status, missing, isLast] = ['', 0, Number.NaN, !this.#isKept]
    const onData = (chunk: Buffer) => {
      if (status > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        status = Number(head.slice(9, 12))
        isLast ||= /\r\nconnection: *close/i.test(head.slice(0, end))
        const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1] ?? '0'
        missing = Number(length) - (head.length - end - 4)
      }
      if (missing <= 0) onEnd()
    }
    const onClose = () => reject(new Error(`${path}: the connection closed before the answer.`))
    const onEnd = () => {
      socket.off('data', onData).off('close', onClose)
      if (isLast) this.close()
      resolve(status)
    }
    socket.on('data', onData).once('close', onClose)
    const connection = this.#isKept ? '' : 'Connection: close\r\n'
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${this.#origin.host}\r\nAuthorization: Bearer ${key}\r\n${connection}\r\n`,
    )
    return promise
  }
}
