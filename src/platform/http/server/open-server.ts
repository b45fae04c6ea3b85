import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { originAt } from '../../net/origin-at.ts'

/** Address of a server. */
export interface ServerAddress {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  /** Whether other processes share the port: the system distributes connections among them. */
  readonly isShared?: boolean
}

/**
 * Opens a server. Returns its origin, with the bound port. Calls `onRejected` for each connection
 * that the system could not accept, for lack of file descriptors or memory.
 */
export async function openServer(
  server: Server,
  { host, port, isShared = false }: ServerAddress,
  onRejected: () => void = () => {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host, reusePort: isShared }, () => resolve())
  await promise
  server.off('error', reject)
  // An unhandled `error` event would end the process.
  server.on('error', onRejected)
  const { port: bound } = server.address() as AddressInfo
  return originAt({ host, port: bound })
}
