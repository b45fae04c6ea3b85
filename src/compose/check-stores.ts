import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import { openAccounts } from './open-accounts.ts'

/** Tries whether the stores that the settings name can be reached. Changes nothing. Throws, in words, when one cannot. */
export async function checkStores(config: Config, clock: Pick<Clock, 'after'>): Promise<void> {
  if (config.databaseUrl === undefined) return
  const accounts = await openAccounts(config, clock, { migrate: false })
  await accounts.close()
}
