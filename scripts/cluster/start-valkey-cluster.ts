import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'
import { startValkey, type Valkey, type ValkeyOptions } from './start-valkey.ts'

/**
 * Returns the settings of a cluster server. Its default bus port, the port plus 10,000, may not
 * exist.
 */
export async function clusterArgs(): Promise<readonly string[]> {
  return ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]
}

/**
 * Starts a cluster of one server with all slots, the smallest that redirects and rejects as any
 * other.
 */
export async function startValkeyCluster({ folder, args = [] }: ValkeyOptions): Promise<Valkey> {
  const server = await startValkey({ folder, args: [...(await clusterArgs()), ...args] })
  const client = createClient({ url: server.url })
  client.on('error', () => {})
  await client.connect()
  await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
  while (!(await client.sendCommand<string>(['CLUSTER', 'INFO'])).includes('cluster_state:ok')) {
    await sleep(10)
  }
  client.destroy()
  return server
}
