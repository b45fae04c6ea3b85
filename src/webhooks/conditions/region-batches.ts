import type { Region } from '../../game/region.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'

/** Milliseconds for which items are collected: the usual cadence of boards, and a tolerance. */
export const BATCH_MS = 1.25 * MINUTE_MS

interface Batch<Item> {
  /** Monotonic milliseconds of its first item. */
  readonly startedMs: number
  /** The cursor before its first item: a live sequence number or Unix ms. */
  readonly position: number
  readonly items: Item[]
}

/**
 * Collects the items of a region for 75 s from the first one, so that one message reports all
 * boards of an outage.
 */
export class RegionBatches<Item> {
  readonly #batches = new Map<Region, Batch<Item>>()

  /** The cursor before the first collected item; `undefined` without one. */
  get position(): number | undefined {
    const positions = [...this.#batches.values()].map(({ position }) => position)
    return positions.length === 0 ? undefined : Math.min(...positions)
  }

  /** Adds an item. `position` is the cursor before it; `nowMs` is monotonic. */
  add(region: Region, item: Item, position: number, nowMs: number): void {
    const batch = this.#batches.get(region) ?? { startedMs: nowMs, position, items: [] }
    batch.items.push(item)
    this.#batches.set(region, batch)
  }

  /** Returns the items of each region that were collected for long enough. */
  release(nowMs: number): readonly (readonly [Region, readonly Item[]])[] {
    const ready = [...this.#batches].filter(([, { startedMs }]) => nowMs - startedMs >= BATCH_MS)
    for (const [region] of ready) this.#batches.delete(region)
    return ready.map(([region, { items }]) => [region, items])
  }

  /** Discards all items. */
  clear(): void {
    this.#batches.clear()
  }
}
