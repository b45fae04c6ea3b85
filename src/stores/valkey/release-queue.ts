import type { Clock } from '../../domain/clock.ts'
import { pause } from '../../domain/pause.ts'
import { HOUR_MS } from '../../domain/time-units.ts'

/** Leases that are to be given back, until the store has heard of it. */
export interface ReleaseQueue {
  /** Gives a lease back soon: struck out where an attempt with it is in doubt, which may come after us. */
  add(developerId: string, leaseId: string, options?: { readonly inDoubt: boolean }): void
  /** Sends what waits for a developer now, so that whatever is sent next comes behind it. */
  send(developerId: string): void
  /** Sends what waits, for at most `withinMs`. What is left lapses. */
  close(withinMs: number): Promise<void>
}

/** What a queue is made with. Times in milliseconds. */
export interface ReleaseQueueSettings {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** How long the store keeps a lease; after that nothing is left to give back that is not in doubt, so the queue is bounded. */
  readonly leaseMs: number
  /** Removes some leases of one developer in one command. Doing it again changes nothing. */
  readonly remove: (developerId: string, leaseIds: readonly string[]) => Promise<void>
  /** The same for leases in doubt. */
  readonly strike: (developerId: string, leaseIds: readonly string[]) => Promise<void>
}

/** A lease that waits: until when it is worth a try, on the monotonic clock, and whether an attempt with it is in doubt. */
interface Waiting {
  readonly leaseId: string
  readonly untilMs: number
  readonly inDoubt: boolean
}

/** The most leases in one command. */
const CHUNK = 500

/**
 * How long a lease in doubt is tried to be given back: a server that was frozen carries out what it was sent before, however
 * long ago, and its lease lasts from then. The guard before the server lets only a few come into doubt.
 */
const DOUBT_KEPT_MS = HOUR_MS

/** Between two tries while the store is away. */
const AGAIN_MS = 250

/** Makes a queue. Everything that is released in one turn of the event loop goes out together. */
export function createReleaseQueue(settings: ReleaseQueueSettings): ReleaseQueue {
  const { clock, leaseMs } = settings
  /** By developer and lease. */
  const waiting = new Map<string, Map<string, Waiting>>()
  const underWay = new Set<Promise<void>>()
  let planned = false
  let closed = false
  let cancelAgain = () => {}

  const put = (developerId: string, leases: readonly Waiting[]) => {
    const known = waiting.get(developerId) ?? new Map<string, Waiting>()
    for (const lease of leases) known.set(lease.leaseId, lease)
    if (known.size > 0) waiting.set(developerId, known)
  }
  const give = async (
    way: 'remove' | 'strike',
    developerId: string,
    leases: readonly Waiting[],
  ) => {
    try {
      await settings[way](
        developerId,
        leases.map(({ leaseId }) => leaseId),
      )
    } catch {
      // Why is said where the store is guarded. What has lapsed meanwhile is given back by itself.
      const nowMs = clock.monotonicMs()
      put(
        developerId,
        leases.filter(({ untilMs }) => untilMs > nowMs),
      )
      if (closed || planned || waiting.size === 0) return
      planned = true
      cancelAgain = clock.after(AGAIN_MS, sendAll)
    }
  }
  const send = (developerId: string) => {
    const leases = [...(waiting.get(developerId)?.values() ?? [])]
    waiting.delete(developerId)
    for (const way of ['remove', 'strike'] as const) {
      const some = leases.filter(({ inDoubt }) => inDoubt === (way === 'strike'))
      for (let from = 0; from < some.length; from += CHUNK) {
        const giving = give(way, developerId, some.slice(from, from + CHUNK))
        underWay.add(giving)
        void giving.finally(() => underWay.delete(giving))
      }
    }
  }
  const sendAll = () => {
    planned = false
    for (const developerId of waiting.keys()) send(developerId)
  }

  return {
    add: (developerId, leaseId, options) => {
      // Whoever gives it back again knows no better.
      const doubted = waiting.get(developerId)?.get(leaseId)?.inDoubt ?? false
      const inDoubt = doubted || (options?.inDoubt ?? false)
      const untilMs = clock.monotonicMs() + (inDoubt ? DOUBT_KEPT_MS : leaseMs)
      put(developerId, [{ leaseId, untilMs, inDoubt }])
      if (planned) return
      planned = true
      setImmediate(sendAll)
    },
    send,
    close: async (withinMs) => {
      closed = true
      cancelAgain()
      const { promise: late, resolve } = Promise.withResolvers<'late'>()
      const cancel = clock.after(withinMs, () => resolve('late'))
      while (waiting.size > 0 || underWay.size > 0) {
        sendAll()
        const sent = Promise.allSettled(underWay)
        if ((await Promise.race([sent, late])) === 'late') break
        // Where the store is away each try fails at once; the next one is worth more a little later.
        if (waiting.size > 0 && (await Promise.race([pause(clock, 50), late])) === 'late') break
      }
      cancel()
    },
  }
}
