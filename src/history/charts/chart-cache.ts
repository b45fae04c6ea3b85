import { LRUCache } from 'lru-cache'
import type { PublicBody } from '../api/public-content.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Encoding } from '../../platform/http/content/content-encoding.ts'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import { BUSY } from './chart-queue.ts'
import type { ChartClient, ChartSpec, DrawChart } from './chart-spec.ts'

/** Estimated memory per cache entry besides its bytes. */
const ENTRY_BYTES = 512

/** A drawn chart with its compressed variants. */
export interface CachedChart {
  /** Bytes of all variants. */
  readonly bytes: number
  /** Returns the chart in an encoding, compressed once; uncompressed if that is not larger. */
  encoded(encoding: Encoding | undefined): Awaitable<PublicBody>
}

/** Creates a cached chart from its bytes. Calls `onGrown` after a variant was added. */
export type CreateCachedChart = (bytes: Uint8Array, onGrown: () => void) => CachedChart

/**
 * Creates an LRU cache of charts by tag, of at most `bytesMax` bytes in all variants. Concurrent
 * requests for a tag share one drawing. A failed drawing rejects with its error and is not cached.
 * A client whose shared drawing was displaced from the queue of another client retries once.
 */
export function createChartCache(
  draw: DrawChart,
  createCachedChart: CreateCachedChart,
  bytesMax: number,
): (spec: ChartSpec, tag: string, client: ChartClient) => Promise<CachedChart> {
  const cache = new LRUCache<string, CachedChart>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => bytes + ENTRY_BYTES,
  })
  const coalesce = singleFlight<CachedChart>()
  const drawAndCache = async (spec: ChartSpec, tag: string, client: ChartClient) => {
    const chart: CachedChart = createCachedChart(await draw(spec, client), () => {
      // The cache measures the size of an entry only when it is set.
      if (cache.peek(tag) === chart && cache.delete(tag)) cache.set(tag, chart)
    })
    cache.set(tag, chart)
    return chart
  }
  return async (spec, tag, client) => {
    const known = cache.get(tag)
    if (known !== undefined) return known
    let startedDrawing = false
    const request = () =>
      coalesce(tag, () => {
        startedDrawing = true
        return drawAndCache(spec, tag, client)
      })
    try {
      return await request()
    } catch (error) {
      if (startedDrawing || error !== BUSY) throw error
      return await request()
    }
  }
}
