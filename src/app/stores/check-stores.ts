import type { Config } from '../config/read-config.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Observation } from '../telemetry/observations.ts'
import { openAccounts } from '../../accounts/store/open-configured-accounts.ts'
import { openQuotas } from '../../quotas/open-quotas.ts'

/**
 * Checks that the configured stores are usable, without changing them. Throws an error that says
 * which one is not, and why.
 */
export async function checkStores(config: Config, clock: Clock): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const accounts = await openAccounts(config, clock, { migrate: false })
    await accounts.close()
  }
  if (config.valkeyUrl === undefined) return
  let problem: unknown
  // An unavailable store does not reject: a node waits for it and reports it.
  const observe = (observation: Observation) => {
    if (observation.type === 'store.changed') problem = observation.error
  }
  const quotas = await openQuotas(config.valkeyUrl, { clock, observe })
  await quotas.close()
  if (problem !== undefined) throw problem
}
