import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { PublicPart } from '../api/public-messages.ts'
import type { ChartContent } from './chart-lines.ts'
import type { ChartSpec } from './chart-spec.ts'

/**
 * Returns the range of a chart in Unix milliseconds, at least a minute long. An omitted start is
 * the first data of the run (`known`), or 24 hours before the end for a board without a start. An
 * omitted end is the newest of the last snapshot, an open gap and the predicted end.
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
  const defaultMs = startMs > 0 ? startMs : (until ?? minuteMs) - DAY_MS
  const firstMs = Math.min(known.firstMs ?? Infinity, ...known.gaps.map((gap) => gap.fromMs))
  const fromMs = from ?? (Number.isFinite(firstMs) ? Math.max(firstMs, defaultMs) : defaultMs)
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
