/** What can be on a roster. */
export interface Entry {
  /** Where it stands on the one roster that has it; -1 while none does. Only the roster writes it. */
  place: number
}

/**
 * A set for what comes and goes with each request. A `Set` or a `Map` that is filled and emptied without end makes a new table
 * again and again, and for the sake of iterators each old one points to the next: what was promoted to the old generation keeps all
 * that came after it, until a full collection. Entries here know their places instead, so nothing is left behind.
 */
export class Roster<Item extends Entry> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** Adds what is on no roster. */
  add(item: Item): void {
    item.place = this.#items.push(item) - 1
  }

  /** Returns whether it was here. */
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

  /** All that are here now, in no order, as a list of its own. */
  list(): readonly Item[] {
    return [...this.#items]
  }
}
