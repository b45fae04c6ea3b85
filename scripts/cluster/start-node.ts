import process from 'node:process'
import { freePort } from './free-port.ts'
import { BACKLINE, withSettings, type Variables } from './run-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** One node of a cluster: a process of `backline serve`, with all that belongs to it. */
export interface Node extends RunningServer {
  /** Of the public listener. */
  readonly port: number
  readonly origin: string
  readonly adminPort: number
  readonly adminOrigin: string
}

/** What a node is started with, beside the settings of all nodes. */
export interface NodeSettings {
  readonly settings: Variables
  /** More words for `serve`: `['--workers', '2']`. */
  readonly words?: readonly string[]
  /** What is waited for: that it wants traffic, unless told, or only that it runs. */
  readonly until?: 'ready' | 'live'
  /** Hears each line of its log. */
  readonly onLine?: ((line: string) => void) | undefined
}

/** Starts a node on free ports of 127.0.0.1 and waits for it. */
export async function startNode({
  settings,
  words = [],
  until = 'ready',
  onLine,
}: NodeSettings): Promise<Node> {
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
    // Longer than the grace of a node that drains.
    stopMs: 20_000,
  })
  return Object.assign(server, {
    port,
    origin: `http://127.0.0.1:${port}`,
    adminPort,
    adminOrigin,
  })
}
