import { createClient } from '@redis/client'
import type { Clock } from '../../src/platform/time/clock.ts'
import type { QuotaStore } from '../../src/quotas/quota.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { quotaScripts } from '../../src/quotas/valkey/quota-scripts.ts'
import type { QuotaStoreUnderTest } from '../contract/quota-store-contract.ts'

/**
 * Quota scripts that read the time from a key next to the developer's own, instead of the server's
 * clock.
 */
export const movedClockScripts = quotaScripts(
  "tonumber(redis.call('GET', 'clock:' .. KEYS[1]:match('{.-}')))",
)

/** A quota store on {@link movedClockScripts}, with a clock shared by node and server. */
export interface MovedStore {
  /** The node's clock, which moves only with the server's, in either direction. */
  readonly clock: Clock
  /** Wraps a store to set the server's time before each call. */
  moving(store: QuotaStore): QuotaStoreUnderTest
}

/** Creates the clock for a store on the server at `url`. */
export async function createMovedClock(url: string): Promise<MovedStore> {
  const client = createClient({ url })
  client.on('error', () => {})
  await client.connect()
  const told = new Map<string, number>()
  let nowMs = 0
  let passedMs = 0
  const tell = async (developerId: string) => {
    if (told.get(developerId) === nowMs) return
    await client.set(`clock:{${encodeURIComponent(developerId)}}`, String(nowMs))
    told.set(developerId, nowMs)
  }
  return {
    clock: { ...systemClock, monotonicMs: () => passedMs },
    moving: (store) => ({
      nowMs: () => nowMs,
      setNow: (toMs) => {
        if (nowMs !== 0) passedMs += Math.abs(toMs - nowMs)
        nowMs = toMs
      },
      store: {
        take: async (...attempt) => {
          await tell(attempt[0])
          return store.take(...attempt)
        },
        release: (...lease) => store.release(...lease),
        read: async (...asked) => {
          await tell(asked[0])
          return store.read(...asked)
        },
        registerInstance: async (...instance) => {
          await tell(instance[0])
          return store.registerInstance(...instance)
        },
        close: async () => {
          await store.close()
          client.destroy()
        },
      },
    }),
  }
}
