import { LRUCache } from 'lru-cache'
import { createJoin } from '../domain/create-join.ts'
import type { ChartOrder, DrawChart } from './chart-order.ts'

/** What a kept picture is taken to cost besides its bytes. */
const ENTRY_BYTES = 512

/**
 * Gives pictures by their tags: one that is kept, one that is being drawn already for somebody else, or a new one. Keeps at most
 * `bytesMax` bytes of them, the least used go first. Rejects with what `draw` rejects with, and then keeps nothing.
 */
export function createPictures(
  draw: DrawChart,
  bytesMax: number,
): (order: ChartOrder, tag: string) => Promise<Uint8Array> {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: bytesMax,
    sizeCalculation: (picture) => picture.byteLength + ENTRY_BYTES,
  })
  const join = createJoin<Uint8Array>()
  const make = async (order: ChartOrder, tag: string) => {
    const picture = await draw(order)
    kept.set(tag, picture)
    return picture
  }
  return (order, tag) => {
    const known = kept.get(tag)
    return known === undefined ? join(tag, () => make(order, tag)) : Promise.resolve(known)
  }
}
