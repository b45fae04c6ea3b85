import type { Clock } from '../../domain/clock.ts'

/** Leases that are to be given back, until the store has heard of it. */
export interface ReleaseQueue {
  /** Gives a lease back soon. Where its outcome is in doubt it is given back once more later: it may come after us. */
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
}

/** The most leases in one command. */
const CHUNK = 500

/**
 * How long a lease in doubt is tried to be given back: a server that was frozen carries out what it was sent before, however
 * long ago, and its lease lasts from then. The guard before the server lets only a few come into doubt.
 */
const DOUBT_KEPT_MS = 3_600_000

/** Between two tries while the store is away, and until a lease in doubt is given back again. */
const AGAIN_MS = 250
const DOUBT_MS = 1_000

/** Makes a queue. Everything that is released in one turn of the event loop goes out together. */
export function createReleaseQueue({ clock, leaseMs, remove }: ReleaseQueueSettings): ReleaseQueue {
  /** By developer and lease, when it lapses. */
  const waiting = new Map<string, Map<string, number>>()
  const underWay = new Set<Promise<void>>()
  const timers = new Set<() => void>()
  let planned = false
  let closed = false

  const later = (delayMs: number, callback: () => void) => {
    if (closed) return
    const cancel = clock.after(delayMs, () => {
      timers.delete(cancel)
      callback()
    })
    timers.add(cancel)
  }
  const put = (developerId: string, leases: Iterable<readonly [string, number]>) => {
    const known = waiting.get(developerId) ?? new Map<string, number>()
    for (const [leaseId, lapsesMs] of leases) known.set(leaseId, lapsesMs)
    if (known.size > 0) waiting.set(developerId, known)
  }
  const removeSome = async (
    developerId: string,
    leases: readonly (readonly [string, number])[],
  ) => {
    try {
      await remove(
        developerId,
        leases.map(([leaseId]) => leaseId),
      )
    } catch {
      // Why is said where the store is guarded. What has lapsed meanwhile is given back by itself.
      const nowMs = clock.monotonicMs()
      put(
        developerId,
        leases.filter(([, lapsesMs]) => lapsesMs > nowMs),
      )
      if (waiting.size > 0 && !planned) {
        planned = true
        later(AGAIN_MS, sendAll)
      }
    }
  }
  const send = (developerId: string) => {
    const leases = [...(waiting.get(developerId) ?? [])]
    waiting.delete(developerId)
    for (let from = 0; from < leases.length; from += CHUNK) {
      const removing = removeSome(developerId, leases.slice(from, from + CHUNK))
      underWay.add(removing)
      void removing.finally(() => underWay.delete(removing))
    }
  }
  const sendAll = () => {
    planned = false
    for (const developerId of waiting.keys()) send(developerId)
  }
  const add = (developerId: string, leaseId: string, lapsesMs: number) => {
    put(developerId, [[leaseId, lapsesMs]])
    if (planned) return
    planned = true
    setImmediate(sendAll)
  }

  return {
    add: (developerId, leaseId, { inDoubt } = { inDoubt: false }) => {
      const lapsesMs = clock.monotonicMs() + (inDoubt ? DOUBT_KEPT_MS : leaseMs)
      add(developerId, leaseId, lapsesMs)
      if (inDoubt) later(DOUBT_MS, () => add(developerId, leaseId, lapsesMs))
    },
    send,
    close: async (withinMs) => {
      closed = true
      for (const cancel of timers) cancel()
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

function pause(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}
