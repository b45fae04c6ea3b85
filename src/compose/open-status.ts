import { speedOf } from '../domain/game-clock.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { REGIONS } from '../domain/region.ts'
import { renderStatus } from '../docs/status/render-status.ts'
import { createStatusPage, type StatusPage } from '../http/create-status-page.ts'
import type { Render } from '../http/render.ts'
import {
  createReadStatus,
  type ReadStatus,
  type StatusSettings,
} from '../snapshots/public/read-status.ts'
import { withPacedWatches } from '../snapshots/public/with-paced-watches.ts'
import type { World } from './world.ts'

/** What says how collecting goes: as data, and as a page that is made of the same data. */
export interface Status {
  readonly readers: { readonly 'public.status': ReadStatus }
  readonly page: StatusPage
}

/** Makes both. No gateway is asked: the store and the counters of this process are all they stand on. */
export function openStatus(
  { clock, gameTime }: Pick<World, 'clock' | 'gameTime'>,
  {
    history,
    gatewayCalls,
    render,
    portal,
  }: {
    readonly history: HistoryStore
    readonly gatewayCalls: StatusSettings['gatewayCalls']
    readonly render: Render
    /** Where the portal is; `undefined` where readers are not to be led to one. */
    readonly portal: string | undefined
  },
): Status {
  const store = withPacedWatches(history, speedOf(gameTime))
  const read = createReadStatus({ store, clock, gatewayCalls })
  const write = async (language: string | undefined) => {
    const looks = REGIONS.map(async (region) => {
      // A region that cannot be read now is shown as that; the others are shown all the same.
      const content = await read({ region }).catch(() => undefined)
      return [region, content?.message] as const
    })
    const regions = new Map(await Promise.all(looks))
    return renderStatus({ language, nowMs: clock.nowMs(), regions, portal })
  }
  return { readers: { 'public.status': read }, page: createStatusPage(write, render) }
}
