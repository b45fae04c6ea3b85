import type { UsageParts } from './usage-parts.ts'
import { USAGE_HOUR_MS } from '../../domain/usage-store.ts'

/** How fast a day's quota goes, and when it is gone. */
export interface QuotaForecast {
  readonly hourly: number
  readonly dayUsedUpAtMs?: number
}

/**
 * Admitted requests of the last sixty minutes: all of the hour that runs, and as much of the one before as is not over for
 * so long, as if that one's had come evenly.
 */
export async function readHourlyRate(
  { store, clock }: Pick<UsageParts, 'store' | 'clock'>,
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

/** Says when the day's quota is used up at this rate, if that is before it begins anew. Times in Unix milliseconds. */
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
