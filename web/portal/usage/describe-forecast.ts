import type { Format } from '../../shared/i18n/format.ts'
import type { ApiReply } from '../api/api-client.ts'
import type { UsageMessages } from './messages/en.ts'

/** Forecast of today's quota: tone and text. */
export interface ForecastSummary {
  readonly tone: 'good' | 'stale' | 'bad'
  readonly text: string
}

/** Describes how long today's quota lasts at the rate of the last hour. */
export function describeForecast(
  quota: ApiReply<'usage.quota'>,
  { quota: messages }: UsageMessages,
  format: Format,
): ForecastSummary {
  const { limits, used, dayEndsAtMs, forecast } = quota
  if (used.day >= limits.day) {
    return { tone: 'bad', text: messages.usedUp(format.time(dayEndsAtMs)) }
  }
  const hourly = format.number(Math.round(forecast.hourly))
  const { dayUsedUpAtMs } = forecast
  if (dayUsedUpAtMs !== undefined && dayUsedUpAtMs < dayEndsAtMs) {
    const before = format.duration(dayEndsAtMs - dayUsedUpAtMs)
    return {
      tone: 'stale',
      text: messages.usedUpAt(hourly, format.time(dayUsedUpAtMs), before),
    }
  }
  return { tone: 'good', text: forecast.hourly > 0 ? messages.lasts(hourly) : messages.idle }
}
