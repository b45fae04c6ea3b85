import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { originAt } from '../domain/origin-at.ts'

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** Whether other processes listen there too: the system gives each connection to one of them. */
  readonly isShared?: boolean
}

/**
 * Opens a server. Returns its origin, with the port it really has. `onRefused` hears of connections that the system could
 * not hand over from then on, for want of files or memory.
 */
export async function openServer(
  server: Server,
  { host, port, isShared = false }: ServerAddress,
  onRefused: () => void = () => {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host, reusePort: isShared }, () => resolve())
  await promise
  server.off('error', reject)
  // An error that nobody listens to would end the process.
  server.on('error', onRefused)
  const { port: bound } = server.address() as AddressInfo
  return originAt({ host, port: bound })
}
