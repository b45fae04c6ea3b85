import { LRUCache } from 'lru-cache'
import type { RouteMatch } from './flow-values.ts'

/** Maximum length of a cached target. Longer ones are rare and are parsed each time. */
const TARGET_MAX = 512

/** Maximum size of the cache in bytes. */
const KNOWN_BYTES = 8 * 1_024 * 1_024

/**
 * Assumed size of an entry, with the arguments and the call key derived from it: a flat cost, and a
 * cost per character for a list with an item for every two of them.
 */
const FLAT_BYTES = 1_024
const CHARACTER_BYTES = 16

/** Route matches by request target. A match depends on the target's text alone. */
export interface RouteCache {
  find(target: string): RouteMatch | undefined
  /**
   * Caches a match. Call it only after the whole request was found valid and authorized:
   * unauthenticated requests must not fill the cache, and a secret misplaced into a target must not
   * be retained.
   */
  readonly add: (match: RouteMatch) => void
}

/** Creates an LRU cache for targets of up to 512 characters, 8 MiB at most. */
export function createRouteCache(): RouteCache {
  const known = new LRUCache<string, RouteMatch>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: (_, { length }) => FLAT_BYTES + CHARACTER_BYTES * length,
  })
  return {
    find: (target) => known.get(target),
    add: (match) => {
      if (match.target.length <= TARGET_MAX) known.set(match.target, match)
    },
  }
}
