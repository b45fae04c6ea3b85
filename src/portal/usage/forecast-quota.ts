import type { UsageOptions } from './usage-options.ts'
import { USAGE_HOUR_MS } from '../../usage/usage-store.ts'

/** Hourly rate and expected end of a day's quota. */
export interface QuotaForecast {
  readonly hourly: number
  readonly dayUsedUpAtMs?: number
}

/**
 * Returns the admitted requests of the last 60 minutes: the current hour plus the matching share of
 * the previous one, assumed evenly distributed.
 */
export async function readHourlyRate(
  { store, clock }: Pick<UsageOptions, 'store' | 'clock'>,
  developerId: string,
): Promise<number> {
  const nowMs = clock.nowMs()
  const hour = Math.floor(nowMs / USAGE_HOUR_MS)
  const sums = await store.sums({
    fromHour: hour - 1,
    toHour: hour + 1,
    developerId,
    by: ['hour'],
  })
  const admittedIn = (wanted: number) => sums.find((sum) => sum.hour === wanted)?.admitted ?? 0
  const over = nowMs / USAGE_HOUR_MS - hour
  return admittedIn(hour) + admittedIn(hour - 1) * (1 - over)
}

/**
 * Forecasts when the day's quota is used up at this rate, if before its reset. Times in Unix
 * milliseconds.
 */
export function forecastQuota(
  hourly: number,
  {
    used,
    limit,
    endsAtMs,
  }: { readonly used: number; readonly limit: number; readonly endsAtMs: number },
  nowMs: number,
): QuotaForecast {
  const left = Math.max(0, limit - used)
  if (left > 0 && hourly <= 0) return { hourly }
  const usedUpAtMs = left === 0 ? nowMs : Math.ceil(nowMs + (left / hourly) * USAGE_HOUR_MS)
  return usedUpAtMs < endsAtMs ? { hourly, dayUsedUpAtMs: usedUpAtMs } : { hourly }
}
