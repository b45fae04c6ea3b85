import { createClient } from '@redis/client'
import type { Clock } from '../../src/domain/clock.ts'
import type { QuotaStore } from '../../src/domain/quota.ts'
import { systemClock } from '../../src/compose/system-clock.ts'
import { quotaScripts } from '../../src/stores/valkey/quota-scripts.ts'
import type { QuotaStoreUnderTest } from '../contract/quota-store-contract.ts'

/** Scripts that take the time from a key beside the developer's own, in the place of the server's clock. */
export const movedClockScripts = quotaScripts(
  "tonumber(redis.call('GET', 'clock:' .. KEYS[1]:match('{.-}')))",
)

/** A quota store on {@link movedClockScripts}, together with what moves their clock and the node's with it. */
export interface MovedStore {
  /** The node's clock: time passes on it as the server's clock is moved, in either direction, and in no other way. */
  readonly clock: Clock
  /** Puts a store behind what tells the server the time before each call. */
  moving(store: QuotaStore): QuotaStoreUnderTest
}

/** Makes a clock for the store of a server at `url`. */
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
        release: store.release,
        read: async (...asked) => {
          await tell(asked[0])
          return store.read(...asked)
        },
        close: async () => {
          await store.close()
          client.destroy()
        },
      },
    }),
  }
}
