import type { Clock } from '../../domain/clock.ts'
import type { CollectorLease, HistoryStore } from '../../domain/history-store.ts'
import type { Observe } from '../../domain/observation.ts'
import { unavailable } from '../../domain/service-error.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import { observeFailure } from './observe-history.ts'
import { wait } from '../../domain/wait.ts'

/** What is done while the lease is held. */
export interface Session {
  /** Ends it at once. Resolves when nothing of it goes on. */
  end(): Promise<void>
}

/** What keeping a lease needs. */
export interface LeaseSettings {
  readonly store: Pick<HistoryStore, 'holdLease' | 'releaseLease'>
  readonly clock: Clock
  readonly observe: Observe
  /** Milliseconds of the lease. So long, and a try more, nobody collects after a process has died. */
  readonly leaseMs: number
  /** Names this process; another one has another. */
  readonly holder: string
  /** Begins what the lease is for. It calls `lost` when it hears that somebody else has it. */
  begin(lease: CollectorLease, lost: () => void): Session
}

/** A lease that is kept, and tried for while somebody else has it. */
export interface KeptLease {
  readonly isHeld: boolean
  /** Ends the session and lets go of the lease. Idempotent. */
  close(): Promise<void>
}

/** So often, in its time, a lease is renewed, and tried for by who has it not. */
const TRIES = 3

/** Milliseconds that the end of a process waits for a store to take what was read, and to let go of the lease. */
const RELEASE_MS = 1_500

/** Milliseconds that it waits where there is no lease, for one that was asked for and may come only now. */
const ASKED_MS = 250

/**
 * Holds the lease while it can. A session ends when the lease is lost, and also when the store could not be asked for so long
 * that somebody else may have it by now.
 */
export function keepLease(settings: LeaseSettings): KeptLease {
  const { store, clock, observe, leaseMs, holder, begin } = settings
  const tryMs = leaseMs / TRIES
  const closed = new AbortController()
  let held: CollectorLease | undefined
  let session: Session | undefined
  let expiresMs = 0

  const say = (isHeld: boolean) => observe({ type: 'collector.lease', held: isHeld })
  const lose = async () => {
    const over = session
    if (over === undefined) return
    held = undefined
    session = undefined
    say(false)
    await over.end()
  }
  const tryOnce = async () => {
    const askedMs = clock.monotonicMs()
    const lease = await store.holdLease(holder, leaseMs, held)
    if (closed.signal.aborted) {
      // It came too late to begin anything; the one that is held already is let go of by whoever closes.
      if (held === undefined && lease !== undefined) await store.releaseLease(lease)
      return
    }
    if (lease?.epoch !== held?.epoch) await lose()
    if (lease === undefined) return
    expiresMs = askedMs + leaseMs
    held = lease
    if (session !== undefined) return
    say(true)
    session = begin(lease, () => void lose())
  }
  const keep = async () => {
    let isAway = false
    do {
      try {
        const isAnswered = await settlesWithin(clock, tryMs, tryOnce())
        if (!isAnswered) throw unavailable(new Error('The store of history gives no answer.'))
        isAway = false
      } catch (error) {
        if (!isAway && !closed.signal.aborted) observeFailure(observe, error)
        isAway = true
      }
      // Before the next try it will have run out.
      if (clock.monotonicMs() + tryMs >= expiresMs) await lose()
    } while (await wait(clock, tryMs, closed.signal))
  }
  const kept = keep()
  let closing: Promise<void> | undefined
  const close = async () => {
    closed.abort()
    const lease = held
    const letGo = async () => {
      await lose()
      await kept
      if (lease !== undefined) await store.releaseLease(lease)
    }
    // A store that is away lets go of it by itself, after its time.
    const withinMs = lease === undefined ? ASKED_MS : RELEASE_MS
    await settlesWithin(clock, withinMs, letGo()).catch(() => {})
  }
  return {
    get isHeld() {
      return session !== undefined
    },
    close: () => (closing ??= close()),
  }
}
