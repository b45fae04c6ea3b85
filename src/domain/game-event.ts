import type { Region } from './region.ts'

/** One run of an event of the game. An event that comes again has the same id and another start. */
export interface GameEvent {
  readonly region: Region
  /** The id of its board: a canonical int64 in decimal digits. */
  readonly id: string
  /** As the game or a master-data file calls it; `undefined` where nobody does. */
  readonly name: string | undefined
  /** Unix milliseconds; the end is not part of the event. */
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** Where an event can stand. */
export const EVENT_STATES = ['coming', 'running', 'ended'] as const

/** One of {@link EVENT_STATES}. */
export type EventState = (typeof EVENT_STATES)[number]

/** Where an event stands at a time (Unix ms). */
export function eventStateAt(
  { startsAtMs, endsAtMs }: Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>,
  nowMs: number,
): EventState {
  if (nowMs < startsAtMs) return 'coming'
  return nowMs < endsAtMs ? 'running' : 'ended'
}
