import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { Observation } from '../domain/observation.ts'
import { openAccounts } from './open-accounts.ts'
import { openSharedQuotas } from './open-shared-quotas.ts'

/** Tries whether the stores that the settings name can be used. Changes nothing. Throws, in words, when one cannot. */
export async function checkStores(config: Config, clock: Clock): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const accounts = await openAccounts(config, clock, { migrate: false })
    await accounts.close()
  }
  if (config.valkeyUrl === undefined) return
  let problem: unknown
  // One that is away only makes a node wait, and says so.
  const observe = (observation: Observation) => {
    if (observation.type === 'store.changed') problem = observation.error
  }
  const quotas = await openSharedQuotas(config.valkeyUrl, { clock, observe })
  await quotas.close()
  if (problem !== undefined) throw problem
}
