/** A pseudorandom number generator, deterministic for a seed on every machine. */
export interface SeededRandom {
  /** Returns an integer from `min` to `max`, both included; at most 2³² apart. */
  integer(min: number, max: number): number
  /** Returns one of `items`, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item
  /** Returns a shuffled copy of `items`. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** Creates a generator. Different `stream`s of one seed are independent. */
export function createSeededRandom(seed: number, stream: string): SeededRandom {
  let state = hash(`${seed}/${stream}`)

  /**
   * Returns the next 32 bits: a counter incremented by the golden ratio, with its bits mixed so
   * that successive outputs differ in half of them.
   */
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0
    let bits = state
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
    return (bits ^ (bits >>> 16)) >>> 0
  }

  function integer(min: number, max: number): number {
    return min + Math.floor((next() / 2 ** 32) * (max - min + 1))
  }

  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    shuffled(items) {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = integer(0, last)
        const [a, b] = [order[last], order[other]]
        order[last] = b as (typeof order)[number]
        order[other] = a as (typeof order)[number]
      }
      return order
    },
  }
}

/** Hashes a text into 32 bits, one code unit at a time. */
function hash(text: string): number {
  let folded = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    folded = Math.imul(folded ^ text.charCodeAt(index), 0x01000193)
  }
  return folded >>> 0
}
