import type { Region } from './region.ts'

/** One run of an event of the game. A rerun has the same id and another start. */
export interface GameEvent {
  readonly region: Region
  /** The id of its board: a canonical int64 in decimal digits. */
  readonly id: string
  /** Its name in the game or in a master-data file; `undefined` if neither has one. */
  readonly name: string | undefined
  /** Unix milliseconds; the end is exclusive. */
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** The states of an event. */
export const EVENT_STATES = ['coming', 'running', 'ended'] as const

/** One of {@link EVENT_STATES}. */
export type EventState = (typeof EVENT_STATES)[number]

/** Returns the state of an event at a time (Unix ms). */
export function eventStateAt(
  { startsAtMs, endsAtMs }: Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>,
  nowMs: number,
): EventState {
  if (nowMs < startsAtMs) return 'coming'
  return nowMs < endsAtMs ? 'running' : 'ended'
}
