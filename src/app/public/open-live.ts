import type { Config } from '../config/read-config.ts'
import type { PublicHandlers } from '../../history/api/public-content.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { createLiveHub } from '../../history/live/live-hub.ts'
import { createLiveHandler } from '../../history/live/live-handler.ts'
import type { AppPlatform } from '../app-platform.ts'

/** The live streams of a process. */
export interface OpenLive {
  readonly readers: Pick<PublicHandlers, 'public.live'>
  /** Ends all streams; streams that start later end immediately. Idempotent. */
  close(): void
}

/** Creates the live streams of the history. Reads nothing while there is no subscriber. */
export function openLive(
  { publicData }: Pick<Config, 'publicData'>,
  { clock, observe }: Pick<AppPlatform, 'clock' | 'observe'>,
  store: HistoryStore,
): OpenLive {
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'public.live', error })
  const hub = createLiveHub({ store, clock, onFault })
  const read = createLiveHandler({ hub, clock, onFault, bounds: publicData.streams })
  return { readers: { 'public.live': read }, close: () => hub.close() }
}
