import { z } from '#libraries/zod'
import type { Retention } from './retention.ts'
import { parseDuration } from '../platform/time/parse-duration.ts'
import { defineConfig, type ReadSetting } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting } from '../platform/config/setting.ts'
import { DAY_MS } from '../platform/time/time-units.ts'

/** Retention of live entries in milliseconds: a stream disconnected for longer misses entries. */
const LIVE_MS = DAY_MS

const STEP_MESSAGE = 'must be from 1s to 1d, such as 30s, 5m or 1h'

/** A duration such as `5m`, in milliseconds. */
const step = z
  .string()
  .regex(/^[1-9][0-9]{0,5}[smhd]$/, STEP_MESSAGE)
  .transform((text) => parseDuration(text) ?? Number.NaN)
  .refine((ms) => ms <= DAY_MS, STEP_MESSAGE)

/** The settings of history retention. */
const HISTORY_SETTINGS = {
  BACKLINE_HISTORY_RAW_DAYS: setting(
    'Days for which every snapshot is kept.',
    count(1, 100_000),
    '90',
  ),
  BACKLINE_HISTORY_STEP: setting(
    'Older history keeps the last snapshot of each step of this length (30s, 5m, 1h, 1d) and of each run of an event.',
    step,
    '5m',
  ),
  BACKLINE_HISTORY_KEPT_DAYS: setting(
    'Days after which the remaining snapshots are deleted; 0: never.',
    count(0, 100_000),
    '0',
  ),
  BACKLINE_PLAYER_DAYS: setting(
    'Days for which the ranks of players are kept, for player pages; 0: none are kept, and there are no player pages.',
    count(0, 100_000),
    '30',
  ),
} as const

function readRetention(read: ReadSetting<typeof HISTORY_SETTINGS>): Retention {
  return Object.freeze({
    rawMs: read('BACKLINE_HISTORY_RAW_DAYS') * DAY_MS,
    stepMs: read('BACKLINE_HISTORY_STEP'),
    keptMs: read('BACKLINE_HISTORY_KEPT_DAYS') * DAY_MS,
    playersMs: read('BACKLINE_PLAYER_DAYS') * DAY_MS,
    liveMs: LIVE_MS,
  })
}

/** Configuration product of history retention. */
export const historyConfig = defineConfig(HISTORY_SETTINGS, (read) => ({
  retention: readRetention(read),
}))
