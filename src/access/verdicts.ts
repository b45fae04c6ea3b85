import { LRUCache } from 'lru-cache'
import type { Clock } from '../domain/clock.ts'
import type { KeyStore, StoredKey } from '../domain/key-store.ts'
import { unavailable } from '../domain/service-error.ts'

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
}

/** The store's view of keys, at most 5 s old, and dropped whole as soon as the store tells of a change. */
export interface Verdicts {
  /** The key as the store knows it, or `undefined` for an unknown one. Throws `unavailable` when nobody can say. */
  find(keyId: string): Promise<StoredKey | undefined> | StoredKey | undefined
  /** Stops listening to the store. */
  close(): void
}

interface Verdict {
  readonly key: StoredKey | undefined
  readonly atMs: number
}

/** Remembers what a key store says. */
export function createVerdicts({ keys, clock, graceMs }: VerdictSettings): Verdicts {
  const known = new LRUCache<string, Verdict>({ max: VERDICTS_MAX })
  const unknown = new LRUCache<string, Verdict>({ max: VERDICTS_MAX })
  // Counts the changes told, so that an answer that was under way during a change is used once and not kept.
  let changes = 0
  const stop = keys.onChange(() => {
    changes += 1
    known.clear()
    unknown.clear()
  })

  const ask = async (keyId: string, last: Verdict | undefined): Promise<StoredKey | undefined> => {
    const [atMs, seen] = [clock.monotonicMs(), changes]
    try {
      const key = await keys.find(keyId)
      if (seen === changes) (key === undefined ? unknown : known).set(keyId, { key, atMs })
      if (key === undefined) known.delete(keyId)
      return key
    } catch (error) {
      if (last?.key !== undefined && clock.monotonicMs() - last.atMs < graceMs) return last.key
      throw unavailable(error)
    }
  }

  return {
    find: (keyId) => {
      const verdict = known.get(keyId) ?? unknown.get(keyId)
      const fresh = verdict !== undefined && clock.monotonicMs() - verdict.atMs < VERDICT_MS
      return fresh ? verdict.key : ask(keyId, verdict)
    },
    close: stop,
  }
}
