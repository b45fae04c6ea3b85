import process from 'node:process'
import { freePort } from './free-port.ts'
import { BACKLINE, withSettings, type Variables } from './run-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** A node of a cluster: a process of `backline serve`. */
export interface Node extends RunningServer {
  /** Port of the public listener. */
  readonly port: number
  readonly origin: string
  readonly adminPort: number
  readonly adminOrigin: string
}

/** Options of a node, besides the settings of all nodes. */
export interface NodeOptions {
  readonly settings: Variables
  /** Additional arguments of `serve`, such as `['--workers', '2']`. */
  readonly words?: readonly string[]
  /** What to wait for: readiness (default), or liveness. */
  readonly until?: 'ready' | 'live'
  /** Called with each line of its log. */
  readonly onLine?: ((line: string) => void) | undefined
}

/** Starts a node on free ports of 127.0.0.1 and waits for it. */
export async function startNode({
  settings,
  words = [],
  until = 'ready',
  onLine,
}: NodeOptions): Promise<Node> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const adminOrigin = `http://127.0.0.1:${adminPort}`
  const server = await startServer({
    program: process.execPath,
    args: [BACKLINE, 'serve', ...words],
    environment: withSettings({
      BACKLINE_LISTEN: `127.0.0.1:${port}`,
      BACKLINE_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
      ...settings,
    }),
    isReady: async () =>
      (await fetch(`${adminOrigin}/${until === 'ready' ? 'readyz' : 'livez'}`)).ok,
    ...(onLine !== undefined && { onLine }),
    // Longer than the grace period of a draining node.
    stopMs: 20_000,
  })
  return Object.assign(server, {
    port,
    origin: `http://127.0.0.1:${port}`,
    adminPort,
    adminOrigin,
  })
}
