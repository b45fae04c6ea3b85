import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { useDeveloper, usePortal } from './portal-context.ts'
import { pathTo } from './route.ts'

/** Share of the day's quota from which the portal warns. */
const WARN_FROM = 0.8

/** Milliseconds between two looks at the quota. */
const EVERY_MS = 60_000

/** Warns on every page when 80 % or all of the day's quota are used; renders nothing before. */
export function QuotaAlert(): JSX.Element | null {
  const { common, format } = usePortal()
  const { developerId } = useDeveloper()
  const { value } = useQuery({
    key: developerId,
    load: (signal) => callApi('usage.quota', { signal }),
    everyMs: EVERY_MS,
  })
  if (value === undefined) return null
  const { limits, used, dayEndsAtMs } = value
  const share = used.day / limits.day
  if (share < WARN_FROM) return null
  const { quota: messages } = common
  const limit = format.number(limits.day)
  const text =
    share >= 1 ? messages.full(limit) : messages.near(percentOf(share, format.lang), limit)
  return (
    <div class="quota-alert">
      <Notice kind={share >= 1 ? 'bad' : 'warn'}>
        <p>
          <strong>{text}</strong> {messages.reset(format.time(dayEndsAtMs))}{' '}
          <Link to={pathTo('plan')}>{messages.more}</Link>
        </p>
      </Notice>
    </div>
  )
}

/** Returns a share in whole percent, rounded down: 99.9 % is not all. */
function percentOf(share: number, lang: string): string {
  return (Math.floor(share * 100) / 100).toLocaleString(lang, { style: 'percent' })
}
