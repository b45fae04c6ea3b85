import { join } from 'node:path'
import { after } from 'node:test'
import {
  startCluster,
  type Cluster,
  type ClusterOptions,
} from '../../scripts/cluster/start-cluster.ts'
import { startSimulator, type Simulator } from '../../src/simulator/start-simulator.ts'
import { copyTestDataset } from '../harness/copy-test-dataset.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A cluster whose nodes reach Postgres through a proxy, in front of a gateway in this process. */
export interface TestCluster extends Cluster {
  readonly folder: string
  /** The proxy between the nodes and Postgres, if any; operator commands bypass it. */
  readonly proxy: TcpProxy | undefined
  readonly simulator: Simulator
}

/** The path that tests request: it needs a gateway once and is then cached by the nodes. */
export const TARGET = '/api/open/v1/game/jp/announcements'

/** Starts a cluster that is removed after the tests of the file. */
export async function startTestCluster(
  settings: Partial<ClusterOptions> = {},
): Promise<TestCluster> {
  const folder = temporaryFolder()
  const data = join(folder, 'dataset.db')
  await copyTestDataset(data)
  const simulator = await startSimulator({ data })
  after(() => simulator.close())
  let proxy: TcpProxy | undefined
  const cluster = await startCluster({
    folder,
    gateway: { url: simulator.origin, key: simulator.key },
    portTo: async (store, port) => {
      // Quota decisions have short timeouts, and this process is busy with client load.
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
