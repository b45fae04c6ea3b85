import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'node:test'
import { runBackline, type Variables } from '../../scripts/cluster/run-program.ts'
import { startNode, type Node, type NodeOptions } from '../../scripts/cluster/start-node.ts'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { startValkey, type Valkey } from '../../scripts/cluster/start-valkey.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Both stores and the settings of nodes that use them; tests start the nodes. */
export interface Stage {
  readonly postgres: Postgres
  readonly valkey: Valkey
  readonly settings: Variables
  /** A key with all grants and limits that are never reached. */
  readonly key: string
  /** Starts a node that stops after the tests of the file. Resolves when it is live. */
  startNode(options?: StageNodeOptions): Promise<Node>
}

/** Options of a node. `alone`: it counts quotas itself. */
export interface StageNodeOptions extends Partial<NodeOptions> {
  readonly alone?: true
}

/** The password of the accounts database: a wrong one is a permanent error. */
export const PASSWORD = 'right-password'

/** Starts the stores and creates a key. Removes everything after the tests of the file. */
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

/** The body of `/readyz`. */
export interface Readiness {
  readonly ready: boolean
  readonly stores: Readonly<Record<'accounts' | 'quotas', 'up' | 'away'>>
}

/** Requests `/readyz` of a node, as a load balancer does. */
export async function readinessOf({ adminOrigin }: Pick<Node, 'adminOrigin'>): Promise<Readiness> {
  const headers = { accept: 'application/json' }
  return (await (await fetch(`${adminOrigin}/readyz`, { headers })).json()) as Readiness
}

/** Waits until a condition holds. Returns the elapsed milliseconds; throws after `withinMs`. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<number> {
  const startMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startMs > withinMs)
      throw new Error(`The condition did not hold within ${withinMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - startMs
}
