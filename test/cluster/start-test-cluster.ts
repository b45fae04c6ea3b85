import { join } from 'node:path'
import { after } from 'node:test'
import {
  startCluster,
  type Cluster,
  type ClusterSettings,
} from '../../scripts/cluster/start-cluster.ts'
import { startSimulator, type Simulator } from '../../src/compose/start-simulator.ts'
import { drawPlainCards } from '../../src/gateways/embedded/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../../src/gateways/embedded/demo/create-demo-dataset.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A cluster whose nodes reach their stores through proxies, in front of a gateway in this process. */
export interface TestCluster extends Cluster {
  readonly folder: string
  /** What is between the nodes and a store; commands of an operator go past it. Throws where there is none. */
  proxyOf(store: 'postgres' | 'valkey'): TcpProxy
  readonly simulator: Simulator
}

/** The path that tests ask for: it needs a gateway once and is answered from the caches of the nodes then. */
export const TARGET = '/api/open/v1/game/jp/announcements'

/** Starts a cluster that is gone when the tests of the file are over. */
export async function startTestCluster(
  settings: Partial<ClusterSettings> = {},
): Promise<TestCluster> {
  const folder = temporaryFolder()
  const data = join(folder, 'dataset.db')
  await createDemoDataset({ file: data, seed: 7, drawCards: drawPlainCards })
  const simulator = await startSimulator({ data })
  after(() => simulator.close())
  const proxies = new Map<string, TcpProxy>()
  const cluster = await startCluster({
    folder,
    gateway: { url: simulator.origin, key: simulator.key },
    portTo: async (store, port) => {
      const proxy = await startTcpProxy(port)
      after(() => proxy.close())
      proxies.set(store, proxy)
      return proxy.port
    },
    ...settings,
  })
  after(() => cluster.stop())
  const proxyOf = (store: 'postgres' | 'valkey') => {
    const proxy = proxies.get(store)
    if (proxy === undefined) throw new Error(`Nobody reaches ${store} through a proxy.`)
    return proxy
  }
  return Object.assign(cluster, { folder, proxyOf, simulator })
}
