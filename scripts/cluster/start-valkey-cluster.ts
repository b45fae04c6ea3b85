import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'
import { startValkey, type Valkey, type ValkeySettings } from './start-valkey.ts'

/** The settings of a server of a cluster. Its own way to the others would else be its port and 10,000 more, which there may not be. */
export async function clusterArgs(): Promise<readonly string[]> {
  return ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]
}

/** Starts a cluster of one server that holds every slot: the smallest that redirects and refuses as any other does. */
export async function startValkeyCluster({ folder, args = [] }: ValkeySettings): Promise<Valkey> {
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
