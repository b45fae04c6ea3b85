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

/** A cluster whose nodes reach Postgres through a proxy, in front of a gateway in this process. */
export interface TestCluster extends Cluster {
  readonly folder: string
  /** Between the nodes and Postgres, unless a test has nothing there; commands of an operator go past it. */
  readonly proxy: TcpProxy | undefined
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
  let proxy: TcpProxy | undefined
  const cluster = await startCluster({
    folder,
    gateway: { url: simulator.origin, key: simulator.key },
    portTo: async (store, port) => {
      // Quotas are decided in milliseconds or not at all, and this process is busy with asking.
      if (store === 'valkey') return port
      const started = await startTcpProxy(port)
      after(() => started.close())
      proxy = started
      return started.port
    },
    ...settings,
  })
  after(() => cluster.stop())
  return Object.assign(cluster, { folder, proxy, simulator })
}
