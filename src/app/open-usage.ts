import type { Config } from './config/read-config.ts'
import type { FindRecord } from '../usage/request-record.ts'
import type { UsageStore } from '../usage/usage-store.ts'
import { createFindRecord } from '../usage/find-request-record.ts'
import { createUsageCounter, type UsageCounter } from '../usage/usage-counter.ts'
import { openUsageStore } from '../usage/store/open-usage-store.ts'
import { observeMigrations } from './stores/migrate-embedded-stores.ts'
import type { AppPlatform } from './app-platform.ts'

/** Bytes of the random name of a process. */
const NAME_BYTES = 12

/** The usage counters of a serving process. */
export interface OpenUsage {
  readonly count: UsageCounter['count']
  readonly store: UsageStore
  readonly findRecord: FindRecord
  /** Writes pending counts and closes the store. Idempotent. */
  close(): Promise<void>
}

/** Opens the usage counter and its store. Connects to an unavailable store in the background. */
export async function openUsage(
  config: Config,
  { clock, fillRandom, observe }: Pick<AppPlatform, 'clock' | 'fillRandom' | 'observe'>,
): Promise<OpenUsage> {
  const store = await openUsageStore(config, clock, observeMigrations('usage', observe))
  const name = Buffer.alloc(NAME_BYTES)
  fillRandom(name)
  const { usageDays, recordsBytes } = config.portal
  const counter = createUsageCounter({
    store,
    clock,
    observe,
    process: name.toString('hex'),
    usageDays,
    recordsBytes,
  })
  return {
    count: counter.count,
    store,
    findRecord: createFindRecord(store, clock),
    close: async () => {
      await counter.close()
      await store.close()
    },
  }
}
