import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from './free-port.ts'
import { programPath } from './find-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** A Valkey or Redis server of its own. */
export interface Valkey extends RunningServer {
  readonly port: number
  readonly url: string
}

/** What the server is started with. */
export interface ValkeySettings {
  /** Where it keeps its data; made when it is not there. */
  readonly folder: string
  /** More of its settings, as on its command line: `['--cluster-enabled', 'yes']`. The last one of a name wins. */
  readonly args?: readonly string[]
}

/** Starts Valkey, or Redis where that is what there is, on a free port: every write in its log, nothing evicted. */
export async function startValkey({ folder, args = [] }: ValkeySettings): Promise<Valkey> {
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

/** While it loads its log it answers with -LOADING. One that wants a password is there. */
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
