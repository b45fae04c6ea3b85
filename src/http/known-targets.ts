import { LRUCache } from 'lru-cache'
import type { Asked } from '../contract/flow-values.ts'

/** Longer targets are read each time: clients ask again and again for short ones. */
const TARGET_MAX = 512

/** What all of them may take, in bytes. */
const KNOWN_BYTES = 8 * 1_024 * 1_024

/**
 * What one takes, with the arguments and the key that the stage of the parameters makes of it: a flat cost, and for each
 * character that of a list with an item for every two of them.
 */
const FLAT_BYTES = 1_024
const CHARACTER_BYTES = 16

/** What request targets ask for, which depends on their text alone. */
export interface KnownTargets {
  find(target: string): Asked | undefined
  /**
   * Remembers what a target asks for. To be called when all of it was found good, and for whom it was granted: what
   * strangers ask fills nothing, and a secret that somebody typed into a place of its own making is not kept.
   */
  readonly keep: (asked: Asked) => void
}

/** Remembers targets of up to 512 characters, in 8 MB at most; the least recently used goes first. */
export function createKnownTargets(): KnownTargets {
  const known = new LRUCache<string, Asked>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: (_, { length }) => FLAT_BYTES + CHARACTER_BYTES * length,
  })
  return {
    find: (target) => known.get(target),
    keep: (asked) => {
      if (asked.target.length <= TARGET_MAX) known.set(asked.target, asked)
    },
  }
}
