import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Faults of a connection to a server. */
export interface TcpFaults {
  /**
   * Drops everything in both directions without closing, like a network that loses every packet.
   */
  blackHole: boolean
  /** The same, but only for connections whose first bytes contain this text; none if empty. */
  blackHoleOf: string
  /** Resets new connections, and closes the open ones. */
  refusing: boolean
  /** Delay of the server's bytes in milliseconds. */
  delayMs: number
  /**
   * Milliseconds by which the client's next bytes are delayed, even after the client has
   * disconnected; 0 for none.
   */
  lateNextMs: number
  /** Delays only client bytes that contain this text; if empty, any. */
  lateNextOf: string
  /** How many of the server's next replies are replaced by closing the connection. */
  cutReplies: number
  /**
   * Texts that the client sends one after the other on one connection: the reply to the last one is
   * replaced by closing the connection, once. An empty text matches any bytes. None if empty.
   */
  cutReplyTo: readonly string[]
  /** How many of the server's next replies are dropped while the connection stays open. */
  loseReplies: number
  /** How many of the server's next replies are sent twice. */
  doubleReplies: number
  /** How many bytes are removed from the middle of the server's next reply, once. */
  loseReplyBytes: number
  /** How many of the client's next requests are sent twice. */
  doubleRequests: number
}

/** A TCP proxy in front of a server, with configurable faults. */
export interface TcpProxy {
  readonly port: number
  readonly faults: Readonly<TcpFaults>
  /** Sets faults, also for open connections. */
  set(faults: Partial<TcpFaults>): void
  /** Closes every open connection. */
  cut(): void
  /** Drops everything on the open connections without closing them; new connections work. */
  silence(): void
  /**
   * Ends the server's side of every open connection: the client reads its end, and can still write.
   */
  halfClose(): void
  /** Directs new connections to another port, and closes the open ones. */
  redirect(port: number): void
  /** The number of open connections. */
  readonly open: number
  readonly close: () => Promise<void>
}

/** Finds texts in the bytes of one connection, one after the other. */
class SequenceMatcher {
  #texts: readonly string[] = []
  #found = 0

  /** Reads the next bytes. Other texts than before start anew. */
  read(bytes: Buffer, texts: readonly string[]): void {
    if (texts !== this.#texts) {
      this.#texts = texts
      this.#found = 0
    }
    const next = texts[this.#found]
    if (next !== undefined && bytes.includes(next)) this.#found += 1
  }

  /** Whether every text was found; false without texts. */
  get isComplete(): boolean {
    return this.#texts.length > 0 && this.#found === this.#texts.length
  }
}

/** Starts a proxy to a port of 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const faults: TcpFaults = {
    blackHole: false,
    blackHoleOf: '',
    refusing: false,
    delayMs: 0,
    lateNextMs: 0,
    lateNextOf: '',
    cutReplies: 0,
    cutReplyTo: [],
    loseReplies: 0,
    doubleReplies: 0,
    loseReplyBytes: 0,
    doubleRequests: 0,
  }
  let upstreamPort = targetPort
  /** Returns whether a counted fault occurs now, and counts it down. */
  const occurs = (fault: 'loseReplies' | 'doubleReplies' | 'doubleRequests') => {
    if (faults[fault] === 0) return false
    faults[fault] -= 1
    return true
  }
  const damaged = (bytes: Buffer): Buffer => {
    const lost = Math.min(faults.loseReplyBytes, bytes.length)
    faults.loseReplyBytes = 0
    if (lost === 0) return bytes
    const from = Math.floor((bytes.length - lost) / 2)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + lost)])
  }
  const pairs = new Set<readonly [Socket, Socket]>()
  const silenced = new WeakSet<Socket>()
  const halfClosers = new Map<Socket, () => void>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (faults.refusing) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(upstreamPort, '127.0.0.1')
    const pair = [client, upstream] as const
    let firstBytes: string | undefined
    const isDropped = () =>
      silenced.has(client) ||
      faults.blackHole ||
      (faults.blackHoleOf !== '' && firstBytes?.includes(faults.blackHoleOf) === true)
    pairs.add(pair)
    const sequence = new SequenceMatcher()
    let isLate = false
    let halfClosed = false
    halfClosers.set(client, () => {
      halfClosed = true
      client.end()
    })
    const end = () => {
      pairs.delete(pair)
      halfClosers.delete(client)
      client.destroy()
      if (!isLate) upstream.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
      socket.on('end', () => {
        if (!halfClosed) end()
      })
    }
    client.on('data', (bytes: Buffer) => {
      firstBytes ??= bytes.toString('latin1')
      if (isDropped()) return
      sequence.read(bytes, faults.cutReplyTo)
      const lateMs = bytes.includes(faults.lateNextOf) ? faults.lateNextMs : 0
      if (lateMs > 0) faults.lateNextMs = 0
      isLate ||= lateMs > 0
      if (lateMs > 0) setTimeout(() => upstream.end(bytes), lateMs)
      else upstream.write(occurs('doubleRequests') ? Buffer.concat([bytes, bytes]) : bytes)
    })
    upstream.on('data', (received: Buffer) => {
      if (isDropped() || !client.writable || occurs('loseReplies')) return
      if (sequence.isComplete) {
        faults.cutReplyTo = []
        return end()
      }
      if (faults.cutReplies > 0) {
        faults.cutReplies -= 1
        return end()
      }
      const whole = damaged(received)
      const bytes = occurs('doubleReplies') ? Buffer.concat([whole, whole]) : whole
      if (faults.delayMs === 0) client.write(bytes)
      else setTimeout(() => client.writable && client.write(bytes), faults.delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    set: (changes) => {
      Object.assign(faults, changes)
      if (faults.refusing) cut()
    },
    cut,
    silence: () => {
      for (const [client] of pairs) silenced.add(client)
    },
    halfClose: () => {
      for (const close of halfClosers.values()) close()
    },
    redirect: (port) => {
      upstreamPort = port
      cut()
    },
    get open() {
      return pairs.size
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
