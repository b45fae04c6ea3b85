import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { PublicPart } from '../api/public-messages.ts'
import type { ChartContent } from './chart-lines.ts'
import type { ChartSpec } from './chart-spec.ts'

/**
X
 */
export function chartRange(
  { from, until }: { readonly from: number | undefined; readonly until: number | undefined },
  { startsAt = '0' }: PublicPart['Event'],
  known: Pick<ChartContent, 'gaps' | 'firstMs' | 'lastMs'> & {
    readonly nowMs: number
    readonly endMs: number | undefined
  },
): Pick<ChartSpec, 'fromMs' | 'untilMs'> {
  const minuteMs = Math.floor(known.nowMs / MINUTE_MS) * MINUTE_MS
  const ends = known.gaps.map((gap) => Math.min(gap.untilMs, minuteMs))
  const newestMs = Math.max(known.lastMs ?? 0, known.endMs ?? 0, ...ends)
  const startMs = Number(startsAt)
  const usualMs = startMs > 0 ? startMs : (until ?? minuteMs) - DAY_MS
  const firstMs = Math.min(known.firstMs ?? Infinity, ...known.gaps.map((gap) => gap.fromMs))
  const fromMs = from ?? (Number.isFinite(firstMs) ? Math.max(firstMs, usualMs) : usualMs)
  const untilMs = until ?? (newestMs > fromMs ? newestMs : fromMs + HOUR_MS)
  return { fromMs, untilMs: Math.max(untilMs, fromMs + MINUTE_MS) }
}

/** Returns the parts of the gaps within a range. */
export function gapsWithin(
  { fromMs, untilMs }: Pick<ChartSpec, 'fromMs' | 'untilMs'>,
  gaps: ChartSpec['gaps'],
): ChartSpec['gaps'] {
  return gaps
    .map((gap) => ({
      fromMs: Math.max(gap.fromMs, fromMs),
      untilMs: Math.min(gap.untilMs, untilMs),
    }))
    .filter((gap) => gap.fromMs < gap.untilMs)
}
