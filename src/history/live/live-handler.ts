import type { PublicHandler } from '../api/public-content.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { spreadEvenly } from './spread-evenly.ts'
import { streamLive, type LiveStreamOptions } from './live-stream.ts'
import { createStreamSlots, type StreamBounds } from './stream-slots.ts'

/** Options of {@link createLiveHandler}. */
export interface LiveHandlerOptions extends Pick<LiveStreamOptions, 'hub' | 'clock' | 'onFault'> {
  readonly bounds: StreamBounds
}

/**
 * Range of the reconnection delays, in milliseconds. Spreads the reconnections of clients that
 * disconnect at once.
 */
export const RETRY_MS = { min: 2_000, max: 7_000 } as const

/**
 * Range of stream lifetimes, in milliseconds, so that streams that started together end at
 * different times.
 */
export const LIFE_MS = { min: 240_000, max: 360_000 } as const

/**
 * Creates the handler that starts a stream after the last sequence number of the client, or at the
 * newest entry.
 */
export function createLiveHandler({
  bounds,
  ...streaming
}: LiveHandlerOptions): PublicHandler<'public.live'> {
  const acquireSlot = createStreamSlots(bounds)
  let started = 0
  return async ({ region, type = [], board = [], after }, { signal, lastEventId, network }) => {
    const seen = parseLastEventId(lastEventId) ?? (after === undefined ? undefined : Number(after))
    const releaseSlot = acquireSlot(network)
    try {
      const newest = await streaming.hub.newest()
      const filter = { types: new Set(type), boards: new Set(board) }
      const start = Math.max(0, seen ?? newest)
      started += 1
      const chunks = streamLive({
        ...streaming,
        region,
        filter,
        newest,
        after: start,
        signal,
        retryMs: spreadEvenly(started, RETRY_MS.min, RETRY_MS.max),
        lifeMs: spreadEvenly(started, LIFE_MS.min, LIFE_MS.max),
      })
      return { type: 'stream', chunks, cacheControl: 'no-store', onFinished: releaseSlot }
    } catch (error) {
      releaseSlot()
      throw error
    }
  }
}

/**
 * Parses `Last-Event-ID` (400 if malformed). It is newer than the `after` of the URL, which a
 * reconnecting client repeats.
 */
function parseLastEventId(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  if (/^[0-9]{1,16}$/.test(lastEventId)) return Number(lastEventId)
  const detail = 'It must be the id of an event of this stream.'
  throw new ServiceError('invalid_request', `Last-Event-ID: ${detail}`, {
    problems: [{ parameter: 'Last-Event-ID', detail }],
  })
}
