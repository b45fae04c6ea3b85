import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { dataPaths } from './data-paths.ts'
import type { DatabaseOwner } from '../stores/postgres/own-database.ts'
import type { World } from './world.ts'

/**
 * Opens the store that counts in this process, which owns the data folder. That is right only while it is the only one
 * that admits by these accounts. With accounts in a database that others can reach, this takes the database for this
 * node alone, and admits nobody before that nor once another node has it. Throws when another has it now, with nothing
 * left open; a database that is away is waited for later, and `giveUp` hears when another node has it then.
 */
export async function openOwnQuotas(
  { dataDir, databaseUrl, keyGraceMs }: Config,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  giveUp: (error: unknown) => void = () => {},
): Promise<QuotaStore> {
  await using opened = new AsyncDisposableStack()
  const quotas = createEmbeddedQuotaStore({
    path: dataPaths(dataDir).quota,
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => quotas.close())
  let owner: DatabaseOwner | undefined
  if (databaseUrl !== undefined) {
    const { ownDatabase } = await import('../stores/postgres/own-database.ts')
    owner = ownDatabase({
      url: databaseUrl,
      clock,
      graceMs: keyGraceMs,
      onChange: (owned) => observe({ type: 'accounts.owned', owned }),
    })
    opened.defer(owner.close)
    if (!(await owner.asked)) {
      const { first, reason } = owner
      const say = (state: 'away' | 'back', error?: unknown) =>
        observe({ type: 'store.changed', store: 'quotas', state, error })
      say('away', reason ?? new Error('The accounts database has given no answer yet.'))
      first.then(() => say('back')).catch(giveUp)
    }
  }
  const parts = opened.move()
  return {
    ...quotas,
    take: (...attempt) => {
      if (owner?.owns !== false) return quotas.take(...attempt)
      throw new Error(
        'Another node counts quotas for the same accounts, or their database has not been reached yet.',
      )
    },
    close: () => parts.disposeAsync(),
  }
}
