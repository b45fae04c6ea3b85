import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time-units.ts'

/** How far apart the snapshots of a history are, in milliseconds; 0: every one. */
export const STEPS = {
  raw: 0,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
} as const

/** The name of one step. */
export type StepName = keyof typeof STEPS

/** The names of all steps, the shortest first. */
export const STEP_NAMES = Object.keys(STEPS) as StepName[]

/** Over how long a time a speed is taken, in milliseconds. */
export const WINDOWS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
} as const

/** The name of one window. */
export type WindowName = keyof typeof WINDOWS

/** The names of all windows, the shortest first. */
export const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[]
