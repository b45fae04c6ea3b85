import { z } from '#libraries/zod'
import { parseRanks, USUAL_RANKS, WATCH_BOUNDS } from '../../game/board-watch.ts'
import { defineConfig, type ReadSetting } from '../../platform/config/config-group.ts'
import { count } from '../../platform/config/count.ts'
import { setting, unset } from '../../platform/config/setting.ts'

const { ranksMax, rankMax, cadenceMinMs, cadenceMaxMs } = WATCH_BOUNDS

const ranks = z.string().transform((text, context): readonly number[] => {
  const list = parseRanks(text) ?? []
  const isRight = list.length > 0 && list.length <= ranksMax
  if (isRight && list.every((rank) => rank >= 1 && rank <= rankMax)) return list
  context.addIssue({
    code: 'custom',
    message: `must be 1 to ${ranksMax} ranks separated by commas, such as 1,10,100`,
  })
  return z.NEVER
})

const path = z.string().min(1, 'must not be empty')

/** The settings of the collector. */
const COLLECT_SETTINGS = {
  BACKLINE_COLLECT: setting(
    'Whether this process collects snapshots of watched boards: on or off.',
    z.enum(['on', 'off'], 'must be on or off'),
    'on',
  ),
  BACKLINE_COLLECT_CADENCE_MS: setting(
    'Milliseconds between two polls of an announced event.',
    count(cadenceMinMs, cadenceMaxMs),
    '60000',
  ),
  BACKLINE_COLLECT_RANKS: setting(
    'The ranks polled of an announced event, separated by commas.',
    ranks,
    USUAL_RANKS,
  ),
  BACKLINE_COLLECT_IN_FLIGHT: setting(
    'Concurrent polls per region. The gateway additionally limits polls to a quarter of its calls.',
    count(1, 1_000),
    '4',
  ),
  BACKLINE_PREDICTIONS: setting(
    'Whether the process that collects predicts where cutoffs end: on or off.',
    z.enum(['on', 'off'], 'must be on or off'),
    'on',
  ),
  BACKLINE_WATCHES_FILE: unset('A JSON file of boards to watch.', path),
  BACKLINE_EVENTS_FILE: unset('A JSON file of announced events.', path),
} as const

/** Configuration of collecting. */
export interface CollectConfig {
  readonly isOn: boolean
  readonly cadenceMs: number
  readonly ranks: readonly number[]
  readonly inFlightMax: number
  readonly predicts: boolean
  readonly watchesFile: string | undefined
  readonly eventsFile: string | undefined
}

function readCollect(read: ReadSetting<typeof COLLECT_SETTINGS>): CollectConfig {
  return Object.freeze({
    isOn: read('BACKLINE_COLLECT') === 'on',
    cadenceMs: read('BACKLINE_COLLECT_CADENCE_MS'),
    ranks: read('BACKLINE_COLLECT_RANKS'),
    inFlightMax: read('BACKLINE_COLLECT_IN_FLIGHT'),
    predicts: read('BACKLINE_PREDICTIONS') === 'on',
    watchesFile: read('BACKLINE_WATCHES_FILE'),
    eventsFile: read('BACKLINE_EVENTS_FILE'),
  })
}

/** Configuration product of the collector. */
export const collectorConfig = defineConfig(COLLECT_SETTINGS, (read) => ({
  collect: readCollect(read),
}))
