/** An item of an {@link IndexedSet}. */
export interface Entry {
  /** Its index in the set that contains it; -1 otherwise. Only the set writes it. */
  place: number
}

/**
 * A set for items added and removed with each request. A `Set` or `Map` under constant churn
 * allocates new tables, and for its iterators each old table points to the next: a promoted one
 * retains all later ones until a full collection. Items here store their own index, so nothing is
 * retained.
 */
export class IndexedSet<Item extends Entry> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** Adds an item that is in no set. */
  add(item: Item): void {
    item.place = this.#items.push(item) - 1
  }

  /** Removes an item. Returns whether it was in this set. */
  delete(item: Item): boolean {
    const { place } = item
    if (this.#items[place] !== item) return false
    item.place = -1
    const last = this.#items.pop()
    if (last !== undefined && last !== item) {
      this.#items[place] = last
      last.place = place
    }
    return true
  }

  /** Returns the current items as a new list, in no order. */
  list(): readonly Item[] {
    return [...this.#items]
  }
}
