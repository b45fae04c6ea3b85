import type { Config } from '../config.ts'
import type { PublicReaders } from '../contract/public/public-content.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { createLiveHub } from '../snapshots/live/create-live-hub.ts'
import { createReadLive } from '../snapshots/live/create-read-live.ts'
import type { World } from './world.ts'

/** The live streams of a process. */
export interface OpenLive {
  readonly readers: Pick<PublicReaders, 'public.live'>
  /** Ends all streams; those that begin from now on end at once. Idempotent. */
  close(): void
}

/** Makes the live streams over the history. Nothing is read while nobody listens. */
export function openLive(
  { publicData }: Pick<Config, 'publicData'>,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  store: HistoryStore,
): OpenLive {
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'public.live', error })
  const hub = createLiveHub({ store, clock, onFault })
  const read = createReadLive({ hub, clock, onFault, bounds: publicData.streams })
  return { readers: { 'public.live': read }, close: () => hub.close() }
}
