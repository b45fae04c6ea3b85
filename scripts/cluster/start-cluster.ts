import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { runBackline, type Variables } from './run-program.ts'
import { startBalancer, type Balancer } from './start-balancer.ts'
import { startNode, type Node } from './start-node.ts'
import { startPostgres, type Postgres } from './start-postgres.ts'
import { startValkey, type Valkey } from './start-valkey.ts'

/** Options of a cluster. */
export interface ClusterOptions {
  /** Data folder of its parts; the caller removes it. */
  readonly folder: string
  /** The gateway of the nodes. */
  readonly gateway: { readonly url: string; readonly key: string }
  /** Additional settings of all nodes. */
  readonly settings?: Variables
  /** Port of the balancer; by default any free one. */
  readonly port?: number
  /** Milliseconds between two health checks of the balancer. */
  readonly checkMs?: number
  /** Called with each log line of each node. */
  readonly onLine?: (line: string) => void
  /** Returns the port by which nodes reach a store, to put a proxy in front of it. */
  readonly portTo?: (store: 'postgres' | 'valkey', port: number) => Promise<number>
}

/** The shape of `deploy/compose.yaml`, as processes of this machine. */
export interface Cluster {
  readonly postgres: Postgres
  readonly valkey: Valkey
  readonly nodes: readonly Node[]
  readonly balancer: Balancer
  /** The settings of every node except its addresses, also for other processes of the cluster. */
  readonly settings: Variables
  /** Runs a command of the program as an operator would, directly on the stores. */
  run(...words: readonly string[]): Promise<string>
  /** Creates a key with all grants and these options. Resolves with the key and its public id. */
  readonly createKey: (developer: string, ...options: readonly string[]) => Promise<IssuedKey>
  /** Stops everything. Idempotent. */
  readonly stop: () => Promise<void>
}

/** A key as `backline keys create` printed it. */
export interface IssuedKey {
  readonly key: string
  readonly id: string
}

/** The number of nodes in `deploy/haproxy.cfg`. */
const NODES = 3

/**
 * Starts Postgres, Valkey, three nodes and the balancer. On failure stops everything and rejects.
 */
export async function startCluster(cluster: ClusterOptions): Promise<Cluster> {
  const { folder, gateway, portTo = async (_, port) => port } = cluster
  await using started = new AsyncDisposableStack()
  const [postgres, valkey] = await startStores(started, folder)
  const own: Variables = {
    BACKLINE_KEY_PEPPER: randomBytes(32).toString('hex'),
    BACKLINE_DATABASE_URL: postgres.url,
    BACKLINE_VALKEY_URL: valkey.url,
    BACKLINE_DATA_DIR: join(folder, 'operator'),
    BACKLINE_GATEWAY_URL: gateway.url,
    BACKLINE_GATEWAY_KEY: gateway.key,
  }
  const through = async (store: 'postgres' | 'valkey', { url, port }: Postgres | Valkey) =>
    url.replace(`:${port}`, `:${await portTo(store, port)}`)
  const settings: Variables = {
    ...own,
    BACKLINE_DATABASE_URL: await through('postgres', postgres),
    BACKLINE_VALKEY_URL: await through('valkey', valkey),
    // As in compose.yaml: longer than two health checks of the balancer.
    BACKLINE_DRAIN_DELAY_MS: '2000',
    ...cluster.settings,
  }
  const running = await startNodes(started, cluster, settings)
  const balancer = await startBalancer(running, cluster)
  started.defer(balancer.stop)

  const run = (...words: readonly string[]) => runBackline(words, own)
  const parts = started.move()
  return {
    postgres,
    valkey,
    nodes: running,
    balancer,
    settings,
    run,
    createKey: async (developer, ...options) => {
      const granted = ['--scopes', 'all', '--regions', 'all', '--json']
      const text = await run('keys', 'create', '--developer', developer, ...granted, ...options)
      return JSON.parse(text) as IssuedKey
    },
    stop: () => parts.disposeAsync(),
  }
}

async function startStores(
  started: AsyncDisposableStack,
  folder: string,
): Promise<readonly [Postgres, Valkey]> {
  const stores = await Promise.allSettled([
    startPostgres({ folder: join(folder, 'postgres') }),
    startValkey({ folder: join(folder, 'valkey') }),
  ])
  for (const store of stores) if (store.status === 'fulfilled') started.defer(store.value.stop)
  return stores.map((store) => {
    if (store.status === 'rejected') throw store.reason
    return store.value
  }) as [Postgres, Valkey]
}

async function startNodes(
  started: AsyncDisposableStack,
  cluster: ClusterOptions,
  settings: Variables,
): Promise<readonly Node[]> {
  const nodes = await Promise.allSettled(
    Array.from({ length: NODES }, (_, at) =>
      startNode({
        settings: { ...settings, BACKLINE_DATA_DIR: join(cluster.folder, `node${at + 1}`) },
        onLine: cluster.onLine,
      }),
    ),
  )
  started.defer(async () => {
    const up = nodes.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
    await Promise.all(up.map((node) => node.stop()))
  })
  return nodes.map((node) => {
    if (node.status === 'rejected') throw node.reason
    return node.value
  })
}
