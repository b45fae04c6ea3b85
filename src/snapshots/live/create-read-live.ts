import type { PublicReader } from '../../contract/public/public-content.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { streamLive, type LiveStreamSettings } from './stream-live.ts'
import { createStreamPlaces, type StreamBounds } from './stream-places.ts'

/** What live streams are made with. */
export interface ReadLiveSettings extends Pick<LiveStreamSettings, 'hub' | 'clock' | 'onFault'> {
  readonly bounds: StreamBounds
}

/** Makes the reader that begins a stream, behind the number that the client has seen last, or else from now on. */
export function createReadLive({
  bounds,
  ...streaming
}: ReadLiveSettings): PublicReader<'public.live'> {
  const takePlace = createStreamPlaces(bounds)
  return async ({ region, type = [], board = [], after }, { gone, lastEventId, network }) => {
    const seen = readSeen(lastEventId) ?? (after === undefined ? undefined : Number(after))
    const over = takePlace(network)
    try {
      const newest = await streaming.hub.newest()
      const filter = { types: new Set(type), boards: new Set(board) }
      const begin = Math.max(0, seen ?? newest)
      const pieces = streamLive({ ...streaming, region, filter, newest, after: begin, gone })
      return { type: 'stream', pieces, cacheControl: 'no-store', over }
    } catch (error) {
      over()
      throw error
    }
  }
}

/** The number of a client that comes back. It is newer than that of the address, which stays as it was. */
function readSeen(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  if (/^[0-9]{1,16}$/.test(lastEventId)) return Number(lastEventId)
  const detail = 'It must be the id of an event of this stream.'
  throw new ServiceError('invalid_request', `Last-Event-ID: ${detail}`, {
    problems: [{ parameter: 'Last-Event-ID', detail }],
  })
}
