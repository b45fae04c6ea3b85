import type { Format } from '../../words/format.ts'
import type { ReplyOf } from '../api/ask-portal.ts'
import type { UsageTexts } from './texts/en.ts'

/** How long today's quota lasts, for the look and in words. */
export interface ForecastWords {
  readonly look: 'good' | 'stale' | 'bad'
  readonly words: string
}

/** Says how long today's quota lasts if it goes on as in the last hour. */
export function describeForecast(
  quota: ReplyOf<'usage.quota'>,
  { quota: texts }: UsageTexts,
  format: Format,
): ForecastWords {
  const { limits, used, dayEndsAtMs, forecast } = quota
  if (used.day >= limits.day) {
    return { look: 'bad', words: texts.usedUp(format.time(dayEndsAtMs)) }
  }
  const hourly = format.number(Math.round(forecast.hourly))
  const { dayUsedUpAtMs } = forecast
  if (dayUsedUpAtMs !== undefined && dayUsedUpAtMs < dayEndsAtMs) {
    const before = format.duration(dayEndsAtMs - dayUsedUpAtMs)
    return {
      look: 'stale',
      words: texts.usedUpAt(hourly, format.time(dayUsedUpAtMs), before),
    }
  }
  return { look: 'good', words: forecast.hourly > 0 ? texts.lasts(hourly) : texts.idle }
}
