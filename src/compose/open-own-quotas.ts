import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import type { World } from './world.ts'

/**
 * Quotas that are counted in this process are right only while it is the only one that admits by these accounts. With
 * accounts in a database that others can reach, this takes the database for this node alone, and admits nobody once
 * another node has it. Throws when another has it now. Does nothing where quotas are counted for all nodes together.
 */
export async function openOwnQuotas(
  { databaseUrl, valkeyUrl, keyGraceMs }: Config,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  quotas: QuotaStore,
): Promise<QuotaStore> {
  if (databaseUrl === undefined || valkeyUrl !== undefined) return quotas
  const { ownDatabase } = await import('../stores/postgres/own-database.ts')
  const owner = await ownDatabase({
    url: databaseUrl,
    clock,
    graceMs: keyGraceMs,
    onChange: (owned) => observe({ type: 'accounts.owned', owned }),
  })
  return {
    ...quotas,
    take: (...attempt) => {
      if (owner.owns) return quotas.take(...attempt)
      throw new Error('Another node counts quotas for the same accounts.')
    },
    close: () => {
      owner.close()
      return quotas.close()
    },
  }
}
