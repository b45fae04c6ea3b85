import { z } from '#libraries/zod'
import { parseRanks, USUAL_RANKS, WATCH_BOUNDS } from '../domain/watch.ts'
import { count } from './count.ts'
import { setting, unset, type Setting } from './setting.ts'

const { ranksMax, rankMax, cadenceMinMs, cadenceMaxMs } = WATCH_BOUNDS

const ranks = z.string().transform((text, context): readonly number[] => {
  const list = parseRanks(text) ?? []
  const isRight = list.length > 0 && list.length <= ranksMax
  if (isRight && list.every((rank) => rank >= 1 && rank <= rankMax)) return list
  context.addIssue({
    code: 'custom',
    message: `must be 1 to ${ranksMax} ranks between commas, such as 1,10,100`,
  })
  return z.NEVER
})

const path = z.string().min(1, 'must not be empty')

/** How snapshots are collected. */
export const COLLECT_SETTINGS = {
  BACKLINE_COLLECT: setting(
    'Whether this process collects snapshots of watched boards: on or off.',
    z.enum(['on', 'off'], 'must be on or off'),
    'on',
  ),
  BACKLINE_COLLECT_CADENCE_MS: setting(
    'Milliseconds between two readings of an event that is watched because it was announced.',
    count(cadenceMinMs, cadenceMaxMs),
    '60000',
  ),
  BACKLINE_COLLECT_RANKS: setting(
    'The ranks that are read of such an event, between commas.',
    ranks,
    USUAL_RANKS,
  ),
  BACKLINE_COLLECT_IN_FLIGHT: setting(
    'Readings of the boards of one region at one time; the gateway lets at most a quarter of its calls be such.',
    count(1, 1_000),
    '4',
  ),
  BACKLINE_WATCHES_FILE: unset('A JSON file of boards to watch.', path),
  BACKLINE_EVENTS_FILE: unset('A JSON file of events that were announced.', path),
} as const

/** What the settings of collecting say. */
export interface CollectConfig {
  readonly isOn: boolean
  readonly cadenceMs: number
  readonly ranks: readonly number[]
  readonly inFlightMax: number
  readonly watchesFile: string | undefined
  readonly eventsFile: string | undefined
}

type Collect = typeof COLLECT_SETTINGS
type ValueOf<Name extends keyof Collect> =
  Collect[Name] extends Setting<infer Value> ? Value : never

/** Gathers the settings of collecting. */
export function readCollect(
  read: <Name extends keyof Collect>(name: Name) => ValueOf<Name>,
): CollectConfig {
  return Object.freeze({
    isOn: read('BACKLINE_COLLECT') === 'on',
    cadenceMs: read('BACKLINE_COLLECT_CADENCE_MS'),
    ranks: read('BACKLINE_COLLECT_RANKS'),
    inFlightMax: read('BACKLINE_COLLECT_IN_FLIGHT'),
    watchesFile: read('BACKLINE_WATCHES_FILE'),
    eventsFile: read('BACKLINE_EVENTS_FILE'),
  })
}
