import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from './free-port.ts'
import { programPath } from './find-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** A Valkey or Redis server. */
export interface Valkey extends RunningServer {
  readonly port: number
  readonly url: string
}

/** Options of the server. */
export interface ValkeyOptions {
  /** Data folder; created if missing. */
  readonly folder: string
  /**
   * Additional command-line settings, such as `['--cluster-enabled', 'yes']`. The last value of a
   * name wins.
   */
  readonly args?: readonly string[]
}

/** Starts Valkey, else Redis, on a free port, with an append-only file and without eviction. */
export async function startValkey({ folder, args = [] }: ValkeyOptions): Promise<Valkey> {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '']
  const kept = ['--appendonly', 'yes', '--appendfsync', 'everysec']
  const server = await startServer({
    program: programPath('valkey'),
    args: [...own, ...kept, '--maxmemory-policy', 'noeviction', ...args],
    isReady: () => answersPing(port),
  })
  return Object.assign(server, { port, url: `redis://127.0.0.1:${port}` })
}

/** It answers -LOADING while it loads its log. A server that requires a password is up. */
function answersPing(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
  socket.setTimeout(1_000, () => socket.destroy())
  socket.once('data', (data) => {
    resolve(/^(?:\+PONG|-NOAUTH)/.test(data.toString('latin1')))
    socket.destroy()
  })
  socket.on('error', () => resolve(false))
  socket.on('close', () => resolve(false))
  return promise
}
