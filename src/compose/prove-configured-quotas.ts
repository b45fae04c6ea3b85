import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { randomBase62 } from '../access/developer-key.ts'
import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import type { Attacker } from '../proof/attack.ts'
import { createAttacker } from '../proof/create-attacker.ts'
import type { Finding } from '../proof/judge.ts'
import { proveQuotas, type ProofProgress, type ProofSize } from '../proof/prove-quotas.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openSharedQuotas } from './open-shared-quotas.ts'
import { startAttacker } from './start-attacker.ts'
import type { World } from './world.ts'

export type { Finding, ProofProgress }

/** How quotas are proved. */
export interface ConfiguredProof extends ProofSize {
  /** Processes that attack at one time. Where quotas are counted in one process, it makes their attempts alone. */
  readonly processes: number
  readonly tell: (progress: ProofProgress) => void
}

/**
 * Proves that quotas are exact where the settings say they are counted: by several processes where several may count,
 * else in this one, on a file beside the data that is gone afterwards. Rejects when the store cannot be asked.
 */
export async function proveConfiguredQuotas(
  config: Config,
  world: World,
  { processes, attempts, ...proof }: ConfiguredProof,
): Promise<readonly Finding[]> {
  const { clock, fillRandom } = world
  const { valkeyUrl } = config
  await using opened = new AsyncDisposableStack()
  const attackers: Attacker[] = []
  let store: QuotaStore
  let attemptsEach = attempts
  if (valkeyUrl === undefined) {
    store = openTemporaryStore(config, world, opened)
    attackers.push(createAttacker(store, clock))
    attemptsEach *= processes
  } else {
    store = await openSharedQuotas(valkeyUrl, world)
    opened.defer(() => store.close())
    // All are heard, so that none is left behind when one cannot start.
    const started = await Promise.allSettled(
      Array.from({ length: processes }, () => startAttacker(valkeyUrl)),
    )
    for (const attacker of started)
      if (attacker.status === 'fulfilled') attackers.push(attacker.value)
    opened.defer(
      async () => void (await Promise.all(attackers.map((attacker) => attacker.close()))),
    )
    const failed = started.find((attacker) => attacker.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  const newId = () => randomBase62(12, fillRandom)
  return await proveQuotas({ ...proof, attackers, attempts: attemptsEach, store, clock, newId })
}

function openTemporaryStore(
  config: Config,
  { clock, observe }: World,
  opened: AsyncDisposableStack,
): QuotaStore {
  makeDataFolder(config)
  const folder = mkdtempSync(join(config.dataDir, 'quota-proof-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // A person who has seen enough ends the process in the middle.
  process.once('exit', remove)
  opened.defer(() => {
    process.off('exit', remove)
    remove()
  })
  const store = createEmbeddedQuotaStore({
    path: join(folder, 'quota.bin'),
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => store.close())
  return store
}
