import { LRUCache } from 'lru-cache'
import type { Clock } from '../domain/clock.ts'
import type { KeyStore, StoredKey } from '../domain/key-store.ts'
import { ServiceError, unavailable } from '../domain/service-error.ts'
import type { UnknownKeyGuard } from './unknown-key-guard.ts'

/** How long what the store said of a key is used without asking again. */
export const VERDICT_MS = 5_000

/** Keys remembered at one time. Unknown ones have a room of their own, so garbage cannot push out the good ones. */
const VERDICTS_MAX = 20_000

/** What keys are looked up with. */
export interface VerdictSettings {
  readonly keys: KeyStore
  readonly clock: Clock
  /**
   * How long, in milliseconds since its last confirmation, a known key may still be used while the store errors.
   * 0: not at all. This is the revocation bound of a node that is cut off from its store.
   */
  readonly graceMs: number
  /** Says which networks may ask for keys that nobody here has heard of. */
  readonly guard: UnknownKeyGuard
}

/** The store's view of keys, at most 5 s old, and none of it used again once the store tells of a change. */
export interface Verdicts {
  /**
   * The key as the store knows it, or `undefined` for an unknown one. `network` says where it was shown, and is asked
   * only when a key has to be looked up that this process never saw. Throws `unavailable` when nobody can say, or when
   * too many unknown ones came from there.
   */
  find(keyId: string, network: () => string): Promise<StoredKey | undefined> | StoredKey | undefined
  /** Whether a key that was found here is still what the store is taken to say of it. */
  stands(key: StoredKey): boolean
  /** Stops listening to the store. */
  close(): void
}

interface Verdict {
  readonly key: StoredKey | undefined
  readonly atMs: number
}

/** Remembers what a key store says. */
export function createVerdicts({ keys, clock, graceMs, guard }: VerdictSettings): Verdicts {
  const known = new LRUCache<string, Verdict>({ max: VERDICTS_MAX })
  const unknown = new LRUCache<string, Verdict>({ max: VERDICTS_MAX })
  // Keys that the store has known, through all changes: to look one up again is nobody's guess.
  const seenBefore = new LRUCache<string, true>({ max: VERDICTS_MAX })
  // The look-ups under way, one for each key, however many requests wait for it.
  let asked = new Map<string, Promise<StoredKey | undefined>>()
  let changes = 0
  let confirmedSinceMs = 0
  const stop = keys.onChange((notice) => {
    // An answer that was under way is used by those who wait for it, and neither joined nor kept.
    asked = new Map()
    // Everything is asked anew. Where nothing is known to have changed, a key keeps its grace: the store, which is just
    // coming back, may not answer yet.
    confirmedSinceMs = clock.monotonicMs()
    if (notice === 'unheard') return
    changes += 1
    known.clear()
    unknown.clear()
  })

  /** Counts the look-up of a key that was never seen. Returns what to call when it turns out to be no guess. */
  const countGuess = (keyId: string, network: () => string): (() => void) => {
    if (seenBefore.has(keyId)) return () => {}
    const from = network()
    refuseGuesses(guard.count(from))
    return () => guard.uncount(from)
  }

  const ask = async (
    keyId: string,
    last: Verdict | undefined,
    uncount: () => void,
  ): Promise<StoredKey | undefined> => {
    const [atMs, flights, before] = [clock.monotonicMs(), asked, changes]
    try {
      const key = await keys.find(keyId)
      if (key !== undefined) {
        seenBefore.set(keyId, true)
        uncount()
      }
      if (flights !== asked) return key
      known.delete(keyId)
      unknown.delete(keyId)
      const verdicts = key === undefined ? unknown : known
      verdicts.set(keyId, { key, atMs })
      return key
    } catch (error) {
      uncount()
      const usable = last?.key !== undefined && clock.monotonicMs() - last.atMs < graceMs
      // Once a change was told, what stood before it may be a key that was revoked.
      if (usable && before === changes) return last.key
      throw unavailable(error)
    }
  }

  const askOnce = (
    keyId: string,
    last: Verdict | undefined,
    network: () => string,
  ): Promise<StoredKey | undefined> => {
    const underWay = asked.get(keyId)
    if (underWay !== undefined) return underWay
    const uncount = countGuess(keyId, network)
    const [answer, flights] = [ask(keyId, last, uncount), asked]
    flights.set(keyId, answer)
    const land = () => void flights.delete(keyId)
    answer.then(land, land)
    return answer
  }

  const isFresh = ({ atMs }: Verdict) =>
    atMs >= confirmedSinceMs && clock.monotonicMs() - atMs < VERDICT_MS

  return {
    find: (keyId, network) => {
      const verdict = known.get(keyId) ?? unknown.get(keyId)
      if (verdict !== undefined && isFresh(verdict)) return verdict.key
      return askOnce(keyId, verdict, network)
    },
    stands: (key) => {
      // Every five seconds it is found anew, which is often enough to say that it is in use.
      const verdict = known.peek(key.keyId)
      return verdict?.key === key && isFresh(verdict)
    },
    close: stop,
  }
}

/** A good key may be among the refused, so this is no 401: it says nothing of the key, only when to come back. */
function refuseGuesses(waitMs: number): void {
  if (waitMs === 0) return
  throw new ServiceError(
    'unavailable',
    'Too many unknown keys came from your network, so no new key is looked up for it right now. Try again later.',
    { retryAfterS: Math.ceil(waitMs / 1_000) },
  )
}
