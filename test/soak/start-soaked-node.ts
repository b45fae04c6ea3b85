import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startNode, type Node } from '../../scripts/cluster/start-node.ts'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { startValkey } from '../../scripts/cluster/start-valkey.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { startSimulator } from '../../src/simulator/start-simulator.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { drawPlainCards } from '../../src/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../../src/demo/demo-dataset.ts'

/** What a node is soaked with. */
export interface SoakedNodeOptions {
  /** Where everything keeps its data; the caller removes it. */
  readonly folder: string
  /** Quotas and accounts in the node, or on servers of their own. */
  readonly stores: 'embedded' | 'servers'
  readonly seed: number
}

/** What developers may: nothing is in the way, few each minute, or one at a time. */
export type Limits = 'wide' | 'few' | 'single'

/** A key of one developer. */
export interface SoakKey {
  readonly key: string
  readonly limits: Limits
}

const WIDE: QuotaLimits = { minute: 9_000_000, day: 9_000_000, concurrency: 9_000 }
const LIMITS: Readonly<Record<Limits, QuotaLimits>> = {
  wide: WIDE,
  few: { ...WIDE, minute: 40 },
  single: { ...WIDE, concurrency: 1 },
}

const DEVELOPERS: readonly Limits[] = Array.from({ length: 50 }, (_, at) =>
  at % 5 === 0 ? 'few' : at % 5 === 1 ? 'single' : 'wide',
)

/** How the gateway goes wrong, a few of a hundred times each. */
const FAULTS = [
  'latency=0-20',
  'error=transport@0.01',
  'too-many-requests@0.01',
  'wrong-types@0.01',
  'truncated-body@0.01',
  'hang-before-headers@0.002',
  'hang-mid-body@0.002',
  'reset@0.01',
  'reset-mid-body@0.01',
]

/** A node, who may ask it, and what ends its gateway. */
export interface SoakedNode {
  readonly node: Node
  readonly keys: readonly SoakKey[]
  readonly endGateway: () => Promise<void>
}

/**
 * Starts a node with 50 developers before a gateway with faults. What it stands on ends with
 * `started`.
 */
export async function startSoakedNode(
  { folder, stores, seed }: SoakedNodeOptions,
  started: AsyncDisposableStack,
): Promise<SoakedNode> {
  const data = join(folder, 'dataset.db')
  await createDemoDataset({ file: data, seed, drawCards: drawPlainCards })
  const simulator = await startSimulator({ data, seed, faults: FAULTS })
  const endGateway = () => simulator.close()
  started.defer(endGateway)
  const settings: Record<string, string> = {
    BACKLINE_DATA_DIR: join(folder, 'data'),
    BACKLINE_KEY_PEPPER: randomBytes(32).toString('hex'),
    BACKLINE_GATEWAY_URL: simulator.origin,
    BACKLINE_GATEWAY_KEY: simulator.key,
    BACKLINE_GATEWAY_DEADLINE_MS: '2000',
    // Small and short: it is full, and answers come into it and go all the time.
    BACKLINE_CACHE_BYTES: '4000000',
    BACKLINE_CACHE_TTL_MS: '1000',
  }
  if (stores === 'servers') {
    const postgres = await startPostgres({ folder: join(folder, 'postgres') })
    started.defer(() => postgres.stop())
    const valkey = await startValkey({ folder: join(folder, 'valkey') })
    started.defer(() => valkey.stop())
    settings['BACKLINE_DATABASE_URL'] = postgres.url
    settings['BACKLINE_VALKEY_URL'] = valkey.url
  }
  const accounts = await openAccountService(readConfig(settings), systemPlatform)
  const keys: SoakKey[] = []
  for (const [at, limits] of DEVELOPERS.entries()) {
    const { text } = await accounts.keys.issue({
      developer: `developer ${at}`,
      application: 'soak',
      scopes: SCOPES,
      regions: REGIONS,
      lifetimeMs: undefined,
      limits: LIMITS[limits],
    })
    keys.push({ key: text, limits })
  }
  await accounts.close()
  const node = await startNode({ settings })
  started.defer(() => node.stop())
  return { node, keys, endGateway }
}
