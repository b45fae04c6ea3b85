import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** Whether other processes listen there too: the system gives each connection to one of them. */
  readonly isShared?: boolean
}

/** Opens a server. Returns its origin, with the port it really has. */
export async function openServer(
  server: Server,
  { host, port, isShared = false }: ServerAddress,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host, reusePort: isShared }, () => resolve())
  await promise
  const { port: bound } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}
