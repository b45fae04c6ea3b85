import type { SeededRandom } from '../platform/text/seeded-random.ts'

const ROUNDS = 4

/**
 * Returns a random permutation of the integers from 0 to `count` − 1 as a function that computes
 * the number at a place. It needs no memory. `count` is 1 to 2³⁰. Places outside the range have
 * undefined results.
 *
 * A Feistel network over the smallest power of four that is at least `count`; a number outside the
 * range is passed through again until it is inside (cycle walking), which keeps the mapping one to
 * one.
 */
export function seededOrder(random: SeededRandom, count: number): (place: number) => number {
  const halfBits = Math.max(1, Math.ceil(Math.log2(count) / 2))
  const mask = 2 ** halfBits - 1
  const keys = Array.from({ length: ROUNDS }, () => random.integer(0, 2 ** 32 - 1))

  function mix(number: number): number {
    let left = number >>> halfBits
    let right = number & mask
    for (const key of keys) {
      const mixed = Math.imul((right ^ key) + 0x9e3779b9, 0x85ebca6b)
      const next = left ^ ((mixed ^ (mixed >>> 15)) & mask)
      left = right
      right = next
    }
    return left * 2 ** halfBits + right
  }

  return (place) => {
    let number = mix(place)
    while (number >= count) number = mix(number)
    return number
  }
}
