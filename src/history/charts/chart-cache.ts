import { LRUCache } from 'lru-cache'
import type { PublicBody } from '../api/public-content.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Encoding } from '../../platform/http/content/content-encoding.ts'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import { BUSY } from './chart-queue.ts'
import type { ChartClient, ChartSpec, DrawChart } from './chart-spec.ts'

/** Estimated memory per cache entry besides its bytes. */
const ENTRY_BYTES = 512

/** A drawn chart with the compressed variants that were requested. */
export interface CachedChart {
  /** Bytes of all variants. */
  readonly bytes: number
  /** Returns the chart in an encoding, compressed once; uncompressed if that is not larger. */
  encoded(encoding: Encoding | undefined): Awaitable<PublicBody>
}

/** Creates a chart of its bytes and calls `onGrown` after a variant was added. */
export type CreateCachedChart = (bytes: Uint8Array, onGrown: () => void) => CachedChart

/**
 * Creates an LRU cache of charts by tag, of at most `bytesMax` bytes in all variants. Concurrent
 * requests for a tag share one drawing. A failed drawing rejects with its error and is not cached.
 * A client that joined a drawing which another client lost from the queue retries once for itself.
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
      // Its size is measured when it is added.
      if (cache.peek(tag) === chart && cache.delete(tag)) cache.set(tag, chart)
    })
    cache.set(tag, chart)
    return chart
  }
  return async (spec, tag, client) => {
    const known = cache.get(tag)
    if (known !== undefined) return known
    let isMine = false
    const ask = () =>
      coalesce(tag, () => {
        isMine = true
        return drawAndCache(spec, tag, client)
      })
    try {
      return await ask()
    } catch (error) {
      if (isMine || error !== BUSY) throw error
      return await ask()
    }
  }
}
