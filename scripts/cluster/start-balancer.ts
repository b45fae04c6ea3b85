import { freePort } from './free-port.ts'
import { programPath } from './find-program.ts'
import { HAPROXY_CFG, withSettings } from './run-program.ts'
import type { Node } from './start-node.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** The balancer of a cluster. */
export interface Balancer extends RunningServer {
  readonly origin: string
}

/** Returns the variables that `deploy/haproxy.cfg` reads. */
export function balancerVariables(
  port: number,
  nodes: readonly Pick<Node, 'port' | 'adminPort'>[],
) {
  return Object.fromEntries([
    ['BALANCER', `127.0.0.1:${port}`],
    ...nodes.flatMap((node, at) => [
      [`NODE${at + 1}`, `127.0.0.1:${node.port}`],
      [`NODE${at + 1}_ADMIN_PORT`, String(node.adminPort)],
    ]),
  ]) as Readonly<Record<string, string>>
}

/**
 * Starts haproxy in front of three nodes with `deploy/haproxy.cfg`, on `port` or any free one;
 * `checkMs` is the interval of its health checks.
 */
export async function startBalancer(
  nodes: readonly Node[],
  {
    port,
    checkMs = 500,
  }: { readonly port?: number | undefined; readonly checkMs?: number | undefined } = {},
): Promise<Balancer> {
  const listens = port ?? (await freePort())
  const origin = `http://127.0.0.1:${listens}`
  const server = await startServer({
    program: programPath('haproxy'),
    args: ['-db', '-f', HAPROXY_CFG],
    environment: withSettings({
      ...balancerVariables(listens, nodes),
      CHECK_INTERVAL: `${checkMs}ms`,
    }),
    isReady: async () => (await fetch(`${origin}/docs`)).ok,
  })
  return Object.assign(server, { origin })
}
