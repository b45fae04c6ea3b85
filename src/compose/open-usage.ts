import type { Config } from '../config.ts'
import type { FindRecord } from '../domain/request-record.ts'
import type { UsageStore } from '../domain/usage-store.ts'
import { createFindRecord } from '../usage/create-find-record.ts'
import { createUsageCounter, type UsageCounter } from '../usage/create-usage-counter.ts'
import { openUsageStore } from './open-usage-store.ts'
import type { World } from './world.ts'

/** Bytes that name a process. */
const NAME_BYTES = 12

/** Usage in a serving process. */
export interface OpenUsage {
  readonly count: UsageCounter['count']
  readonly store: UsageStore
  readonly findRecord: FindRecord
  /** Writes down what is not yet, and closes the store. Idempotent. */
  close(): Promise<void>
}

/** Opens what counts and what tells of it. A store that is away is waited for in the background. */
export async function openUsage(
  config: Config,
  { clock, fillRandom, observe }: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
): Promise<OpenUsage> {
  const store = await openUsageStore(config, clock)
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
