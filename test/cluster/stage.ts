import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { runBackline, type Variables } from '../../scripts/cluster/run-program.ts'
import { startNode, type Node, type NodeSettings } from '../../scripts/cluster/start-node.ts'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { startValkey, type Valkey } from '../../scripts/cluster/start-valkey.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Both stores, and the settings of nodes that use them; the nodes are for a test to start. */
export interface Stage {
  readonly postgres: Postgres
  readonly valkey: Valkey
  readonly settings: Variables
  /** A key with everything granted and limits out of the way. */
  readonly key: string
  /** Starts a node that is gone when the tests of the file are over. It is waited for only until it runs. */
  startNode(options?: StageNodeOptions): Promise<Node>
}

/** How a node differs from the usual: `alone`, it counts quotas itself. */
export interface StageNodeOptions extends Partial<NodeSettings> {
  readonly alone?: true
}

/** The password of the accounts database: a wrong one is what waiting does not mend. */
export const PASSWORD = 'right-password'

/** Starts the stores and makes a key. Everything is gone when the tests of the file are over. */
export async function setStage(gateway: {
  readonly url: string
  readonly key: string
}): Promise<Stage> {
  const folder = temporaryFolder()
  const [postgres, valkey] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres'), password: PASSWORD }),
    startValkey({ folder: join(folder, 'valkey') }),
  ])
  after(() => Promise.all([postgres.stop(), valkey.stop()]))
  const settings: Variables = {
    BACKLINE_KEY_PEPPER: randomBytes(32).toString('hex'),
    BACKLINE_DATABASE_URL: postgres.url,
    BACKLINE_VALKEY_URL: valkey.url,
    BACKLINE_DATA_DIR: join(folder, 'data'),
    BACKLINE_GATEWAY_URL: gateway.url,
    BACKLINE_GATEWAY_KEY: gateway.key,
  }
  const limits = ['--minute', '9000000', '--day', '9000000', '--concurrency', '90000']
  const granted = ['--scopes', 'all', '--regions', 'all', '--json', ...limits]
  const made = await runBackline(['keys', 'create', '--developer', 'ann', ...granted], settings)
  const { key } = JSON.parse(made) as { key: string }
  return {
    postgres,
    valkey,
    settings,
    key,
    startNode: async ({ alone, ...options } = {}) => {
      const { BACKLINE_VALKEY_URL: _, ...own } = settings
      const node = await startNode({
        until: 'live',
        ...options,
        settings: { ...(alone ? own : settings), ...options.settings },
      })
      after(() => node.stop())
      return node
    },
  }
}

/** What `/readyz` says of a node. */
export interface Readiness {
  readonly ready: boolean
  readonly stores: Readonly<Record<'accounts' | 'quotas', 'up' | 'away'>>
}

/** Asks a node how it is, as a balancer does. */
export async function readinessOf({ adminOrigin }: Pick<Node, 'adminOrigin'>): Promise<Readiness> {
  const headers = { accept: 'application/json' }
  return (await (await fetch(`${adminOrigin}/readyz`, { headers })).json()) as Readiness
}

/** Waits until something is so, and says how many milliseconds it took. Throws when it takes longer than `withinMs`. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<number> {
  const startMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startMs > withinMs) throw new Error(`Not so within ${withinMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - startMs
}
