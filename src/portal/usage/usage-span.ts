import { DAY_MS } from '../../domain/time-units.ts'
import { USAGE_HOUR_MS } from '../../domain/usage-store.ts'
import { PortalError } from '../contract/portal-error.ts'

/** Up to so long a time is told by the hour unless somebody wants days. */
const HOURS_UP_TO_MS = 3 * DAY_MS

/** Steps of one answer: a hundred days by the hour. */
const STEPS_MAX = 2_400

/** A time that usage is told of, cut to whole steps (UTC). Unix milliseconds. */
export interface UsageSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

/** The time that is asked for. Throws `invalid_request` where it is empty, or has too many steps. */
export function usageSpan(
  {
    fromMs,
    toMs,
    step,
  }: {
    readonly fromMs?: number | undefined
    readonly toMs?: number | undefined
    readonly step?: 'hour' | 'day' | undefined
  },
  nowMs: number,
): UsageSpan {
  const to = toMs ?? nowMs
  const from = fromMs ?? to - DAY_MS
  if (from >= to) throw new PortalError('invalid_request', 'The time ends before it begins.')
  const isByHour = step === 'hour' || (step === undefined && to - from <= HOURS_UP_TO_MS)
  const stepMs = isByHour ? USAGE_HOUR_MS : DAY_MS
  const [first, end] = [Math.floor(from / stepMs) * stepMs, Math.ceil(to / stepMs) * stepMs]
  if ((end - first) / stepMs > STEPS_MAX) {
    throw new PortalError('invalid_request', `Ask for at most ${STEPS_MAX} steps at one time.`)
  }
  return { fromMs: Math.max(0, first), toMs: end, stepMs }
}
