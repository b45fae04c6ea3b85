import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'

/** Intervals between the snapshots of a history, in milliseconds; 0: every snapshot. */
export const STEPS = {
  raw: 0,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
} as const

/** The name of one step. */
export type StepName = keyof typeof STEPS

/** The names of all steps, shortest first. */
export const STEP_NAMES = Object.keys(STEPS) as StepName[]

/** Lengths of the time windows of a speed, in milliseconds. */
export const WINDOWS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
} as const

/** The name of one window. */
export type WindowName = keyof typeof WINDOWS

/** The names of all windows, shortest first. */
export const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[]
