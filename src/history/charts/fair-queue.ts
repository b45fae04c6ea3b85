/** A bounded queue with round-robin scheduling between owners. */
export interface FairQueue<Item> {
  /**
   * Adds an item of `owner`. Preferred items are dequeued before ordinary ones and never displaced;
   * a second one of the same owner, or beyond half of the queue, counts as ordinary. Returns the
   * item that no longer fits: the newest one of the owner with the most, or the added one itself;
   * `undefined` if all fit.
   */
  add(item: Item, owner: string, isPreferred: boolean): Item | undefined
  /**
   * Removes the next item: the oldest preferred one, or the oldest ordinary one of the next owner.
   * They alternate while there are both. Returns `undefined` if empty.
   */
  next(): Item | undefined
  readonly size: number
}

/**
 * Creates a queue of at most `sizeMax` items. When full, the owner with the most items loses one.
 */
export function createFairQueue<Item>(sizeMax: number): FairQueue<Item> {
  const preferredMax = Math.floor(sizeMax / 2)
  const preferred = new Map<string, Item>()
  // In round-robin order: an owner moves to the end when one of its items is dequeued.
  const owners = new Map<string, Item[]>()
  let size = 0
  let wasPreferred = false

  const displace = (): Item | undefined => {
    const [owner, items] = [...owners].reduce(
      (most, one) => (one[1].length > most[1].length ? one : most),
      ['', [] as Item[]],
    )
    const item = items.pop()
    if (items.length === 0) owners.delete(owner)
    return item
  }
  const mostOfOne = () => Math.max(0, ...[...owners.values()].map((items) => items.length))
  const nextPreferred = (): Item | undefined => {
    const [first] = preferred
    if (first === undefined) return undefined
    const [owner, item] = first
    preferred.delete(owner)
    return item
  }
  const nextOrdinary = (): Item | undefined => {
    const [turn] = owners
    if (turn === undefined) return undefined
    const [owner, items] = turn
    owners.delete(owner)
    const item = items.shift()
    if (items.length > 0) owners.set(owner, items)
    return item
  }

  return {
    add: (item, owner, isPreferred) => {
      const comesFirst = isPreferred && !preferred.has(owner) && preferred.size < preferredMax
      let displaced: Item | undefined
      if (size >= sizeMax) {
        const own = owners.get(owner)?.length ?? 0
        const most = mostOfOne()
        if (most === 0 || (!comesFirst && most <= own + 1)) return item
        displaced = displace()
      } else size += 1
      if (comesFirst) preferred.set(owner, item)
      else owners.set(owner, [...(owners.get(owner) ?? []), item])
      return displaced
    },
    next: () => {
      wasPreferred = preferred.size > 0 && !(wasPreferred && owners.size > 0)
      const item = wasPreferred ? nextPreferred() : nextOrdinary()
      if (item !== undefined) size -= 1
      return item
    },
    get size() {
      return size
    },
  }
}
