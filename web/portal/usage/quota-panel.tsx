import type { JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'
import { portalNowMs, type ApiReply } from '../api/api-client.ts'
import { describeForecast } from './describe-forecast.ts'
import type { UsageMessages } from './messages/en.ts'

/** Limits in display order. */
const NAMES = ['minute', 'day', 'concurrency'] as const

/** Share of a limit from which its meter warns. */
const WARN_FROM = 0.8

/** Renders the use of the three limits, when each resets, and the forecast of today's quota. */
export function QuotaPanel({
  quota,
  messages,
}: {
  readonly quota: ApiReply<'usage.quota'>
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  const forecast = describeForecast(quota, messages, format)
  return (
    <section class="usage-quota" aria-labelledby="usage-quota">
      <h2 id="usage-quota">{messages.quota.title}</h2>
      <ul class="usage-meters">
        {NAMES.map((name) => {
          const used = quota.used[name]
          const limit = quota.limits[name]
          const label = `usage-quota-${name}`
          return (
            <li key={name} class="card">
              <h3 id={label} class="quiet">
                {messages.quota.names[name]}
              </h3>
              <p class="usage-used">
                {messages.quota.ofLimit(format.number(used), format.number(limit))}
              </p>
              <meter
                aria-labelledby={label}
                min={0}
                max={limit}
                low={limit * WARN_FROM}
                high={limit}
                optimum={0}
                value={Math.min(used, limit)}
              />
              <p class="quiet">
                {messages.quota.left(format.number(Math.max(0, limit - used)))} {renewal(name)}
              </p>
            </li>
          )
        })}
      </ul>
      <p class={`notice ${forecast.tone}`}>
        <span>
          <strong>{messages.quota.forecast}</strong> {forecast.text}
        </span>
      </p>
      <p class="quiet">{messages.quota.shared}</p>
    </section>
  )

  function renewal(name: (typeof NAMES)[number]): string {
    if (name === 'concurrency') return messages.quota.released
    const atMs = name === 'minute' ? quota.minuteEndsAtMs : quota.dayEndsAtMs
    return messages.quota.renewed(format.time(atMs), format.duration(atMs - portalNowMs()))
  }
}
