import type { JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'
import { portalNowMs, type ReplyOf } from '../api/ask-portal.ts'
import { describeForecast } from './describe-forecast.ts'
import type { UsageTexts } from './texts/en.ts'

/** The limits in the order in which they are always listed. */
const NAMES = ['minute', 'day', 'concurrency'] as const

/** From this part of a limit on, its meter warns. */
const WARN_FROM = 0.8

/** What of the three limits is used, when each begins anew, and whether today's quota lasts. */
export function QuotaPanel({
  quota,
  texts,
}: {
  readonly quota: ReplyOf<'usage.quota'>
  readonly texts: UsageTexts
}): JSX.Element {
  const { format } = usePortal()
  const forecast = describeForecast(quota, texts, format)
  return (
    <section class="usage-quota" aria-labelledby="usage-quota">
      <h2 id="usage-quota">{texts.quota.title}</h2>
      <ul class="usage-meters">
        {NAMES.map((name) => {
          const used = quota.used[name]
          const limit = quota.limits[name]
          const label = `usage-quota-${name}`
          return (
            <li key={name}>
              <h3 id={label}>{texts.quota.names[name]}</h3>
              <p class="usage-used">
                {texts.quota.ofLimit(format.number(used), format.number(limit))}
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
                {texts.quota.left(format.number(Math.max(0, limit - used)))} {renewal(name)}
              </p>
            </li>
          )
        })}
      </ul>
      <p class={`notice ${forecast.look}`}>
        <span>
          <strong>{texts.quota.forecast}</strong> {forecast.words}
        </span>
      </p>
      <p class="quiet">{texts.quota.shared}</p>
    </section>
  )

  function renewal(name: (typeof NAMES)[number]): string {
    if (name === 'concurrency') return texts.quota.released
    const atMs = name === 'minute' ? quota.minuteEndsAtMs : quota.dayEndsAtMs
    return texts.quota.renewed(format.time(atMs), format.duration(atMs - portalNowMs()))
  }
}
