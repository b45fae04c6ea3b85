import { DAY_MS } from '../../platform/time/time-units.ts'
import { USAGE_HOUR_MS } from '../../usage/usage-store.ts'
import { PortalError } from '../contract/portal-error.ts'

/** Longest period shown by the hour unless `step` says otherwise. */
const HOURS_UP_TO_MS = 3 * DAY_MS

/** Maximum steps of a reply: 100 days by the hour. */
const STEPS_MAX = 2_400

/** Period of usage, aligned to whole steps (UTC). Unix milliseconds. */
export interface UsageSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

/**
 * Returns the requested period. Throws `invalid_request` when it is empty or has too many steps.
 */
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
  if (from >= to) throw new PortalError('invalid_request', 'The period ends before it begins.')
  const isByHour = step === 'hour' || (step === undefined && to - from <= HOURS_UP_TO_MS)
  const stepMs = isByHour ? USAGE_HOUR_MS : DAY_MS
  const [first, end] = [Math.floor(from / stepMs) * stepMs, Math.ceil(to / stepMs) * stepMs]
  if ((end - first) / stepMs > STEPS_MAX) {
    throw new PortalError('invalid_request', `A period has at most ${STEPS_MAX} steps.`)
  }
  return { fromMs: Math.max(0, first), toMs: end, stepMs }
}
