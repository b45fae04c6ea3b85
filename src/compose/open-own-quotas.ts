import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { dataPaths } from './data-paths.ts'
import type { World } from './world.ts'

/**
 * Opens the store that counts in this process, which owns the data folder. That is right only while it is the only one
 * that admits by these accounts. With accounts in a database that others can reach, this takes the database for this
 * node alone, and admits nobody once another node has it. Throws when another has it now, with nothing left open.
 */
export async function openOwnQuotas(
  { dataDir, databaseUrl, keyGraceMs }: Config,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
): Promise<QuotaStore> {
  await using opened = new AsyncDisposableStack()
  const quotas = createEmbeddedQuotaStore({
    path: dataPaths(dataDir).quota,
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => quotas.close())
  let owns = () => true
  if (databaseUrl !== undefined) {
    const { ownDatabase } = await import('../stores/postgres/own-database.ts')
    const owner = await ownDatabase({
      url: databaseUrl,
      clock,
      graceMs: keyGraceMs,
      onChange: (owned) => observe({ type: 'accounts.owned', owned }),
    })
    opened.defer(() => owner.close())
    owns = () => owner.owns
  }
  const parts = opened.move()
  return {
    ...quotas,
    take: (...attempt) => {
      if (owns()) return quotas.take(...attempt)
      throw new Error('Another node counts quotas for the same accounts.')
    },
    close: () => parts.disposeAsync(),
  }
}
