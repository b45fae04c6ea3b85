import { REGIONS } from '../domain/region.ts'
import { renderStatus } from '../docs/status/render-status.ts'
import { createStatusPage, type StatusPage } from '../http/create-status-page.ts'
import type { Render } from '../http/render.ts'
import {
  createReadStatus,
  type ReadStatus,
  type StatusSettings,
} from '../snapshots/public/read-status.ts'

/** What says how collecting goes: as data, and as a page that is made of the same data. */
export interface Status {
  readonly readers: { readonly 'public.status': ReadStatus }
  readonly page: StatusPage
}

/** Makes both. No gateway is asked: the store and the counters of this process are all they stand on. */
export function openStatus(settings: StatusSettings, render: Render): Status {
  const read = createReadStatus(settings)
  const write = async (language: string | undefined) => {
    const looks = REGIONS.map(async (region) => {
      // A region that cannot be read now is shown as that; the others are shown all the same.
      const content = await read({ region }).catch(() => undefined)
      return [region, content?.message] as const
    })
    const regions = new Map(await Promise.all(looks))
    return renderStatus({ language, nowMs: settings.clock.nowMs(), regions })
  }
  return { readers: { 'public.status': read }, page: createStatusPage(write, render) }
}
