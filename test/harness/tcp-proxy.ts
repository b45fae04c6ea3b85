import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How a connection to a server may go wrong on its way. */
export interface TcpFaults {
  /** Nothing passes in either direction, and nobody is told: a network that drops every packet. */
  blackHole: boolean
  /** The same for the connections alone whose first bytes hold this text; none when it is empty. */
  blackHoleOf: string
  /** New connections are refused, and the open ones cut. */
  refusing: boolean
  /** Milliseconds by which what the server says comes later. */
  delayMs: number
  /** The next bytes of the client come so many milliseconds later, though it has closed its connection by then. 0: at once. */
  lateNextMs: number
  /** The next bytes of the server are not handed on: the connection is cut in their place, so often. */
  cutReplies: number
}

/** A proxy that stands before a server of a test and goes wrong as it is told. */
export interface TcpProxy {
  readonly port: number
  readonly faults: Readonly<TcpFaults>
  /** Sets some faults, for open connections too. */
  set(faults: Partial<TcpFaults>): void
  /** Cuts every open connection. */
  cut(): void
  /** How many connections are open. */
  readonly open: number
  close(): Promise<void>
}

/** Starts a proxy before a port of 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const faults: TcpFaults = {
    blackHole: false,
    blackHoleOf: '',
    refusing: false,
    delayMs: 0,
    lateNextMs: 0,
    cutReplies: 0,
  }
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    if (faults.refusing) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(targetPort, '127.0.0.1')
    const pair = [client, upstream] as const
    let firstBytes: string | undefined
    const isDark = () =>
      faults.blackHole ||
      (faults.blackHoleOf !== '' && firstBytes?.includes(faults.blackHoleOf) === true)
    pairs.add(pair)
    let isLate = false
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      if (!isLate) upstream.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (bytes) => {
      firstBytes ??= bytes.toString('latin1')
      if (isDark()) return
      const lateMs = faults.lateNextMs
      faults.lateNextMs = 0
      isLate ||= lateMs > 0
      if (lateMs > 0) setTimeout(() => upstream.end(bytes), lateMs)
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isDark()) return
      if (faults.cutReplies > 0) {
        faults.cutReplies -= 1
        end()
      } else if (faults.delayMs === 0) client.write(bytes)
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
