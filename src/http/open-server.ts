import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens a server on `host` and `port` (0 takes any free one). Returns its origin, with the port it really has. */
export async function openServer(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, () => resolve())
  await promise
  const { port: bound } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}
