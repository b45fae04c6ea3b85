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

/** The store's view of keys, at most 5 s old, and dropped whole as soon as the store tells of a change. */
export interface Verdicts {
  /**
   * The key as the store knows it, or `undefined` for an unknown one. `network` says where it was shown, and is asked
   * only when a key has to be looked up that this process never saw. Throws `unavailable` when nobody can say, or when
   * too many unknown ones came from there.
   */
  find(keyId: string, network: () => string): Promise<StoredKey | undefined> | StoredKey | undefined
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
  // Counts the changes told, so that an answer that was under way during a change is used once and not kept.
  let changes = 0
  const stop = keys.onChange(() => {
    changes += 1
    known.clear()
    unknown.clear()
  })

  const ask = async (
    keyId: string,
    last: Verdict | undefined,
    network: string | undefined,
  ): Promise<StoredKey | undefined> => {
    if (network !== undefined) refuseGuesses(guard.count(network))
    const [atMs, seen] = [clock.monotonicMs(), changes]
    try {
      const key = await keys.find(keyId)
      if (seen === changes) (key === undefined ? unknown : known).set(keyId, { key, atMs })
      if (key === undefined) known.delete(keyId)
      else seenBefore.set(keyId, true)
      if (key !== undefined && network !== undefined) guard.uncount(network)
      return key
    } catch (error) {
      if (network !== undefined) guard.uncount(network)
      if (last?.key !== undefined && clock.monotonicMs() - last.atMs < graceMs) return last.key
      throw unavailable(error)
    }
  }

  return {
    find: (keyId, network) => {
      const verdict = known.get(keyId) ?? unknown.get(keyId)
      const fresh = verdict !== undefined && clock.monotonicMs() - verdict.atMs < VERDICT_MS
      if (fresh) return verdict.key
      return ask(keyId, verdict, seenBefore.get(keyId) === true ? undefined : network())
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
