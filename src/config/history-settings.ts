import { z } from '#libraries/zod'
import type { Retention } from '../domain/history-store.ts'
import { parseDuration } from '../domain/parse-duration.ts'
import { count } from './count.ts'
import { setting, type Setting } from './setting.ts'
import { DAY_MS } from '../domain/time-units.ts'

export type { Retention }

/** Milliseconds for which live entries are kept: a stream that was away for longer begins anew. */
const LIVE_MS = DAY_MS

const STEP_MESSAGE = 'must be from 1s to 1d, such as 30s, 5m or 1h'

/** A length of time as people write it, in milliseconds. */
const step = z
  .string()
  .regex(/^[1-9][0-9]{0,5}[smhd]$/, STEP_MESSAGE)
  .transform((text) => parseDuration(text) ?? Number.NaN)
  .refine((ms) => ms <= DAY_MS, STEP_MESSAGE)

/** How long snapshots are kept. */
export const HISTORY_SETTINGS = {
  BACKLINE_HISTORY_RAW_DAYS: setting(
    'Days for which every snapshot of a board is kept.',
    count(1, 100_000),
    '90',
  ),
  BACKLINE_HISTORY_STEP: setting(
    'What is older keeps the last snapshot of each step of this length: 30s, 5m, 1h, 1d.',
    step,
    '5m',
  ),
  BACKLINE_HISTORY_KEPT_DAYS: setting(
    'Days after which those go too; 0: never.',
    count(0, 100_000),
    '0',
  ),
} as const

type History = typeof HISTORY_SETTINGS
type ValueOf<Name extends keyof History> =
  History[Name] extends Setting<infer Value> ? Value : never

/** Gathers the settings of the history. */
export function readRetention(
  read: <Name extends keyof History>(name: Name) => ValueOf<Name>,
): Retention {
  return Object.freeze({
    rawMs: read('BACKLINE_HISTORY_RAW_DAYS') * DAY_MS,
    stepMs: read('BACKLINE_HISTORY_STEP'),
    keptMs: read('BACKLINE_HISTORY_KEPT_DAYS') * DAY_MS,
    liveMs: LIVE_MS,
  })
}
